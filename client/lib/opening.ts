/** The id of the element that holds what is drawn before the app is. */
export const OPENING = 'opening';

/** Takes away what stood for the screen until now. */
export function endOpening(): void {
  document.getElementById(OPENING)?.remove();
}
