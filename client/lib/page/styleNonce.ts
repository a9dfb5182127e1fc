/** The nonce that the Content-Security-Policy requires for styles created by scripts. Each page load has a new one. */
export const styleNonce = document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? '';

declare global {
  var __webpack_nonce__: string | undefined;
}

// Read by the package that locks scrolling behind Mantine's dialogs.
globalThis.__webpack_nonce__ = styleNonce;
