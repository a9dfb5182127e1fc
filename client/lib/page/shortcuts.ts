import { useEffect } from 'react';
import { parseTitleParam, titleParam, useOpenDialog } from './dialogUrl.ts';

/** Whether the key was pressed on its own, and not to type it into a field. */
export function isShortcut(event: KeyboardEvent, key: string): boolean {
  if (event.key !== key || event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented) return false;
  const target = event.target as HTMLElement;
  return !target.isContentEditable && !/^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName);
}

/** Whether the key was pressed inside a dialog, which has the screen's shortcuts under it. */
export function isInDialog(event: KeyboardEvent): boolean {
  return (event.target as HTMLElement).closest('[role="dialog"]') !== null;
}

/** The 'a' key adds the focused poster's title to a list, or the title of the open title dialog. */
export function useAddKey(): void {
  const openDialog = useOpenDialog();

  useEffect(() => {
    const handleKeyDown = (event: KeyboardEvent) => {
      if (!isShortcut(event, 'a')) return;
      const title = titleAt(event.target as HTMLElement);
      if (!title) return;
      event.preventDefault();
      openDialog({ add: titleParam(title) });
    };
    document.addEventListener('keydown', handleKeyDown);
    return () => document.removeEventListener('keydown', handleKeyDown);
  }, [openDialog]);
}

function titleAt(element: HTMLElement) {
  const open = new URLSearchParams(window.location.search);
  // Another dialog on top is not about this title.
  if (open.has('add') || open.has('review')) return null;
  const card = element.closest('[data-poster]');
  const link = element.closest('a') ?? card?.querySelector('a');
  const linked = link && parseTitleParam(new URL(link.href).searchParams.get('title'));
  if (linked) return linked;
  return element.closest('[role="dialog"]') ? parseTitleParam(open.get('title')) : null;
}

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
