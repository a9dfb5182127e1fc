import { useEffect, useState } from 'react';

interface Titled {
  title: string | undefined;
  isDialog: boolean;
}

/** What is on the page now: a screen, and the dialogs over it. */
const shown = new Set<Titled>();

/** Sets the title of the browser tab. */
export function usePageTitle(title: string | undefined): void {
  useTitle(title, false);
}

/** Sets the title of the browser tab while a dialog is open. */
export function useDialogTitle(title: string | undefined): void {
  useTitle(title, true);
}

function useTitle(title: string | undefined, isDialog: boolean): void {
  const [own] = useState<Titled>(() => ({ title, isDialog }));

  useEffect(() => {
    shown.add(own);
    return () => {
      shown.delete(own);
      showTopmost();
    };
  }, [own]);

  useEffect(() => {
    own.title = title;
    showTopmost();
  }, [own, title]);
}

/** A dialog may be there before its screen, and its title later. */
function showTopmost(): void {
  const all = [...shown];
  const top = all.findLast(({ title, isDialog }) => isDialog && title) ?? all.findLast(({ isDialog }) => !isDialog);
  document.title = top?.title ? `${top.title} · Marquee` : 'Marquee';
}
