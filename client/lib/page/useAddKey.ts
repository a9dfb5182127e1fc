import { useEffect } from 'react';
import { parseTitleParam, titleParam, useOpenDialog } from './dialogUrl.ts';
import { isShortcut } from './shortcuts.ts';

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
