import { useEffect, useRef } from 'react';

/** For the button that opens a form in its own place: it has the focus again once the form has closed. */
export function useReturnedFocus(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(isOpen);

  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus({ preventScroll: true });
    wasOpen.current = isOpen;
  }, [isOpen]);
  return button;
}
