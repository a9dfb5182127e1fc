import { useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { dialogState } from '../../lib/page/dialogUrl.ts';
import { canMovePosters, isPosterMoving, openWithPoster, titleOfPosterLink } from '../../lib/page/posterTransition.ts';

/** A longer wait for the dialog's code would be noticed: then the dialog opens without a transition. */
const CODE_WITHIN_MS = 100;

/**
 * Lets posters move into the dialog that they open. One listener serves all posters, because a screen may have hundreds, and
 * the router's own view transitions need a data router, which would make the first load larger.
 */
export function usePosterTransition(): void {
  const navigate = useNavigate();

  useEffect(() => {
    let isOpening = false;
    const handleClick = async (event: MouseEvent) => {
      const link = posterLinkAt(event);
      if (!link || !canMovePosters()) return;
      event.preventDefault();
      if (isOpening || isPosterMoving()) return;
      isOpening = true;
      const { pathname, search } = new URL(link.href);
      const open = () => navigate({ pathname, search }, { state: dialogState, preventScrollReset: true });
      const isCodeHere = await loadDialog();
      isOpening = false;
      if (isCodeHere) openWithPoster(link, open);
      else open();
    };
    // Capture phase, so that it runs before the link's own handler.
    document.addEventListener('click', handleClick, true);
    return () => document.removeEventListener('click', handleClick, true);
  }, [navigate]);
}

function posterLinkAt(event: MouseEvent): HTMLAnchorElement | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  if (!isPlain || event.defaultPrevented || !(event.target instanceof Element)) return null;
  const link = event.target.closest('a');
  return link && titleOfPosterLink(link) ? link : null;
}

function loadDialog(): Promise<boolean> {
  const code = import('../../screens/title/MediaDialog.tsx').then(
    () => true,
    () => false,
  );
  const tooLate = new Promise<boolean>((resolve) => setTimeout(() => resolve(false), CODE_WITHIN_MS));
  return Promise.race([code, tooLate]);
}
