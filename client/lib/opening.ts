/** Takes away the server's picture of the screen, which stood for it until now. */
export function endOpening(): void {
  document.getElementById('opening')?.remove();
}
