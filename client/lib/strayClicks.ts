const STRAY_WITHIN_MS = 400;

/**
 * Swallows the second click of a double one when what the first one was meant for is gone: it would hit whatever has moved
 * there, and remove the next title, accept the next invitation, or close the dialog. Gives the function that ends it.
 */
export function swallowStrayClicks(page: Document): () => void {
  let meant: Element | null = null;
  let meantAt = 0;

  const handle = (event: MouseEvent) => {
    const isStray = event.detail > 1 && event.timeStamp - meantAt < STRAY_WITHIN_MS && meant?.isConnected === false;
    if (isStray) {
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
