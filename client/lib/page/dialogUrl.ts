import { useCallback, useEffect, useRef } from 'react';
import { type To, useLocation, useNavigate } from 'react-router-dom';
import type { MediaType } from '../../../common/schemas/title.ts';

// Dialogs are URL state, so that back closes them and a link opens them:
//   ?title=movie-603            the media dialog       &folder=<id>   opened from that list
//   ?actor=6384                 the actor dialog
//   ?review=movie-603           the review dialog, on top of the media dialog where that is open
//   ?add=movie-603&rewatch=1    the add-to-folder dialog, on top likewise
// Any other dialog in the address picks a name of its own and uses the same hooks. Small ones about one act, such as a
// confirmation, are not in the address: see useBackClosesDialogs.

export interface TitleRef {
  mediaType: MediaType;
  tmdbId: number;
}

/** 'movie-603', as dialogs name a title in the URL. */
export function titleParam({ mediaType, tmdbId }: TitleRef): string {
  return `${mediaType}-${tmdbId}`;
}

/** The title that a parameter names; null for anything else. */
export function parseTitleParam(value: string | null): TitleRef | null {
  const match = value?.match(/^(movie|tv)-([1-9]\d{0,9})$/);
  return match ? { mediaType: match[1] as MediaType, tmdbId: Number(match[2]) } : null;
}

/** `search` with some parameters set or, where null, taken out. */
export function withParams(search: string, changes: Record<string, string | null>): string {
  const params = new URLSearchParams(search);
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) params.delete(name);
    else params.set(name, value);
  }
  return params.size > 0 ? `?${params}` : '';
}

/** Returns a function that makes a title's link to its media dialog over this screen. */
export function useTitleLink(folderId?: string): (title: TitleRef) => To {
  const { pathname, search } = useLocation();
  // The link replaces all open dialogs, so its base does not depend on them.
  const base = withParams(search, { title: null, folder: null, actor: null, review: null, add: null, rewatch: null });
  return useCallback(
    (title) => ({
      pathname,
      search: withParams(base, { title: titleParam(title), folder: folderId ?? null }),
    }),
    [pathname, base, folderId],
  );
}

/** The history state of an open dialog: how many entries closing it goes back. */
interface DialogState {
  dialogDepth: number;
}

export const dialogState: DialogState = { dialogDepth: 1 };

function depthOf(state: unknown): number {
  return typeof state === 'object' && state !== null && 'dialogDepth' in state ? Number(state.dialogDepth) : 0;
}

/** The state of an entry for dialogs that are not in the address, above one with the given state. */
export function overDialogState(below: unknown): object {
  const depth = depthOf(below);
  return { ...(below as object | null), dialogDepth: depth > 0 ? depth + 1 : 0, isOfDialog: true };
}

export function isDialogEntry(state: unknown): boolean {
  return typeof state === 'object' && state !== null && 'isOfDialog' in state;
}

/** The state for a link within the same dialog: back returns to the previous title, closing leaves all of them. */
export function useDeeperState(): DialogState {
  const depth = depthOf(useLocation().state);
  // A dialog that was opened by an external link has no earlier entry without a dialog.
  return { dialogDepth: depth > 0 ? depth + 1 : 0 };
}

/** Opens a dialog by pushing its parameters. The page below keeps its scroll position. */
export function useOpenDialog(): (params: Record<string, string | null>) => void {
  const navigate = useNavigate();
  return useCallback(
    (params) => {
      const { search } = window.location;
      const opened = withParams(search, params);
      // On the second click of a double click: a second entry would need a second close.
      if (opened === withParams(search, {})) return;
      navigate({ search: opened }, { preventScrollReset: true, state: dialogState });
    },
    [navigate],
  );
}

/** Going back happens asynchronously. */
const GOING_BACK_MS = 1000;

/**
 * Closes a dialog: goes back if this tab opened it, else removes its parameters from the address. Does nothing if the
 * dialog is already closed, because a late answer may arrive after the user has opened another screen.
 */
export function useCloseDialog(...names: string[]): () => void {
  const navigate = useNavigate();
  const { state, key: entry } = useLocation();
  const depth = depthOf(state);
  const closed = useRef({ entry: '', at: 0 });
  const joined = names.join(' ');
  const isHere = useRef(true);

  useEffect(() => {
    isHere.current = true;
    return () => {
      isHere.current = false;
    };
  }, []);

  return useCallback(() => {
    if (!isHere.current) return;
    if (depth > 0) {
      // A second Escape would otherwise go back to the previous screen.
      const at = performance.now();
      if (closed.current.entry === entry && at - closed.current.at < GOING_BACK_MS) return;
      closed.current = { entry, at };
      navigate(-depth);
      return;
    }
    const without = Object.fromEntries(joined.split(' ').map((name) => [name, null]));
    navigate({ search: withParams(window.location.search, without) }, { replace: true, preventScrollReset: true });
  }, [navigate, depth, entry, joined]);
}
