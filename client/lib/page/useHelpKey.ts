import { useEffect } from 'react';
import { useOpenDialog } from './dialogUrl.ts';
import { isInDialog, isShortcut } from './shortcuts.ts';

/** The '?' key opens the sheet of keyboard shortcuts. */
export function useHelpKey(): void {
  const openDialog = useOpenDialog();

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, '?') || isInDialog(event)) return;
      event.preventDefault();
      openDialog({ shortcuts: '1' });
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [openDialog]);
}
