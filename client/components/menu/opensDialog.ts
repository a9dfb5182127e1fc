import type { MenuProps } from './MenuButton.tsx';

/**
 * What a menu's entry does that opens a dialog. When the dialog closes, it returns the focus to what had it before. The
 * entry is gone by then, so the menu's button gets the focus first.
 */
export function opensDialog(target: MenuProps['target'], open: () => void): () => void {
  return () => {
    target.current?.focus();
    open();
  };
}
