import type { RequestHandler } from 'express';
import helmet from 'helmet';
import type { Config } from './config/config.ts';
import type { TitleSource } from './features/titles/title.source.ts';
import { docsStyle } from './openapi/docs/docs.page.ts';
import { discoverStyle } from './pages/discover/discover.style.ts';
import { landingStyle } from './pages/landing/landing.style.ts';
import { previewStyle } from './pages/list/preview.routes.ts';
import { type HtmlPage, hashOf, styleNonceOf } from './pages/page.ts';
import { signInStyle } from './pages/sign-in/sign-in.style.ts';

export const IMAGE_HOST = 'https://image.tmdb.org';
const TRAILER_HOST = 'https://www.youtube-nocookie.com';

/** The device features that trailers need. */
const trailerFeatures = ['autoplay', 'encrypted-media', 'fullscreen', 'picture-in-picture'];
const deniedFeatures = [
  'accelerometer',
  'browsing-topics',
  'camera',
  'display-capture',
  'geolocation',
  'gyroscope',
  'hid',
  'idle-detection',
  'local-fonts',
  'magnetometer',
  'microphone',
  'midi',
  'payment',
  'screen-wake-lock',
  'serial',
  'usb',
  'xr-spatial-tracking',
];
const permissionsPolicy = [
  ...trailerFeatures.map((feature) => `${feature}=(self "${TRAILER_HOST}")`),
  ...deniedFeatures.map((feature) => `${feature}=()`),
].join(', ');

const inlineStyles = [previewStyle, discoverStyle, landingStyle, signInStyle, docsStyle];

/** Headers of every response that limit what pages may load, run and use. */
export function securityHeaders(
  config: Config,
  page: Pick<HtmlPage, 'scriptHashes' | 'styleHashes'> | null,
  titles: Pick<TitleSource, 'name'>,
): RequestHandler[] {
  const styleHashes = [...(page?.styleHashes ?? []), ...inlineStyles.map(hashOf)];
  const policy = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", ...(page?.scriptHashes ?? [])],
        // Mantine's scripts write the theme variables and the scroll lock of dialogs as styles.
        styleSrc: ["'self'", ...styleHashes, (_req, res) => `'nonce-${styleNonceOf(res)}'`],
        // The colours of posters in previews of lists.
        styleSrcAttr: ["'unsafe-inline'"],
        imgSrc: ["'self'", 'data:', () => (titles.name === 'tmdb' ? `blob: ${IMAGE_HOST}` : 'blob:')],
        fontSrc: ["'self'", 'data:'],
        // The service worker fetches pictures too.
        connectSrc: [() => (titles.name === 'tmdb' ? `'self' ${IMAGE_HOST}` : "'self'")],
        frameSrc: [TRAILER_HOST],
        objectSrc: ["'none'"],
        baseUri: ["'none'"],
        formAction: ["'self'"],
        frameAncestors: ["'none'"],
      },
    },
    // With no-referrer, browsers send forms with the origin "null".
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    hsts: config.publicUrl?.protocol === 'https:',
  });
  return [
    policy,
    (_req, res, next) => {
      res.set('Permissions-Policy', permissionsPolicy);
      next();
    },
  ];
}
