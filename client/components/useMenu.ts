import { type KeyboardEvent, useEffect, useRef, useState } from 'react';

/** The behaviour of a menu button: opens on a press or an arrow, closes on Escape, a choice or a press elsewhere. */
export function useMenu() {
  const [isOpen, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);

  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[role^="menuitem"]') ?? [])];
  const close = (returnsFocus = true) => {
    setOpen(false);
    if (returnsFocus) root.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: reads the document as it is when the menu opens
  useEffect(() => {
    if (!isOpen) return;
    entries()[0]?.focus({ preventScroll: true });
    const handlePress = (event: PointerEvent) => {
      if (!root.current?.contains(event.target as Node)) setOpen(false);
    };
    document.addEventListener('pointerdown', handlePress);
    return () => document.removeEventListener('pointerdown', handlePress);
  }, [isOpen]);

  const handleKeyDown = (event: KeyboardEvent) => {
    if (!isOpen) {
      if (event.key === 'ArrowDown') {
        event.preventDefault();
        setOpen(true);
      }
      return;
    }
    const all = entries();
    const at = all.indexOf(document.activeElement as HTMLElement);
    const moves: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: all.length - 1 };
    const target = moves[event.key];
    if (target !== undefined) {
      event.preventDefault();
      all[(target + all.length) % all.length]?.focus();
    } else if (event.key === 'Escape') {
      event.stopPropagation();
      close();
    } else if (event.key === 'Tab') {
      close(false);
    }
  };

  return { isOpen, toggle: () => setOpen((known) => !known), close, root, handleKeyDown };
}
