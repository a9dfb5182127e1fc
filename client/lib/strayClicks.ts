const STRAY_WITHIN_MS = 400;

/**
 * Swallows the second click of a double one where the first has done all that was meant. It led somewhere: the second
 * would put the same address into the history again. Or its control is gone: the second would hit whatever has moved there,
 * and remove the next title, accept the next invitation, or close the dialog. Gives the function that ends it.
 */
export function swallowStrayClicks(page: Document): () => void {
  let meant: Element | null = null;
  let meantAt = 0;

  const handle = (event: MouseEvent) => {
    const isSecond = event.detail > 1 && event.timeStamp - meantAt < STRAY_WITHIN_MS;
    if (isSecond && meant && (meant.matches('a') || !meant.isConnected)) {
      event.preventDefault();
      event.stopImmediatePropagation();
      return;
    }
    meant = controlAt(event.target);
    meantAt = event.timeStamp;
  };

  // Before React, which listens further in.
  page.addEventListener('click', handle, true);
  return () => page.removeEventListener('click', handle, true);
}

/** The control that was clicked, not the icon in it, which may be another one after each click. */
function controlAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? (target.closest('a, button, label, input') ?? target) : null;
}
