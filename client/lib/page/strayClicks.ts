const STRAY_WITHIN_MS = 400;

/**
 * Ignores the second click of a double click if the first one already followed a link or removed its control. After a
 * link, the second would add the same address to the history. After a removal, it would hit the control that moved
 * there, and remove the next title or accept the next invitation. Returns a function that stops it.
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

  // Capture phase, so that it runs before React's listeners.
  page.addEventListener('click', handle, true);
  return () => page.removeEventListener('click', handle, true);
}

/** The clicked control rather than its icon, which may change after each click. */
function controlAt(target: EventTarget | null): Element | null {
  return target instanceof Element ? (target.closest('a, button, label, input') ?? target) : null;
}
