import { toastError } from '../../components/toast/toast.ts';
import { keepUnsentWrites, sendUnsentWrites } from '../../features/folders/state/unsentWrites.ts';

/** Keeps unanswered writes over a page reload. Returns a function that stops it. */
export function carryUnsentWrites(viewerId: string): () => void {
  sendUnsentWrites(viewerId, new Date()).catch((error: unknown) => {
    toastError(error, 'A change from before the reload could not be saved.');
  });
  // A page in the back-forward cache keeps its requests; only a page that ends needs this.
  const handleHide = (event: PageTransitionEvent) => {
    if (!event.persisted) keepUnsentWrites(new Date());
  };
  window.addEventListener('pagehide', handleHide);
  return () => window.removeEventListener('pagehide', handleHide);
}
