import { useEffect, useId, useRef } from 'react';
import { createPath, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { createStore } from '../../lib/createStore.ts';
import { isDialogEntry, overDialogState } from '../../lib/page/dialogUrl.ts';

interface OpenDialog {
  id: string;
  /** Undefined for a dialog in the address, which 'back' closes anyway. */
  close: (() => void) | undefined;
}

/** The open dialogs, the top one last. Mantine's Modal.Stack would keep those that are unmounted while they are open. */
const useOpenDialogs = createStore<{ dialogs: readonly OpenDialog[] }>(() => ({ dialogs: [] }));

const top = () => useOpenDialogs.getState().dialogs.at(-1);

/**
 * For a dialog: whether no other was opened after it. Only the top one handles keys. With `onClose`, for a dialog that is
 * not in the address, the browser's 'back' closes it.
 */
export function useIsTop(onClose?: () => void): boolean {
  const id = useId();
  const latest = useRef(onClose);
  const isInAddress = onClose === undefined;
  useEffect(() => {
    latest.current = onClose;
  }, [onClose]);
  useEffect(() => {
    const close = isInAddress ? undefined : () => latest.current?.();
    useOpenDialogs.setState(({ dialogs }) => ({ dialogs: [...dialogs, { id, close }] }));
    return () => useOpenDialogs.setState(({ dialogs }) => ({ dialogs: dialogs.filter((other) => other.id !== id) }));
  }, [id, isInAddress]);
  return useOpenDialogs(({ dialogs }) => dialogs.at(-1)?.id === id);
}

/**
 * Lets the browser's 'back' close the top dialog instead of leaving the screen. While dialogs are open, the history has one
 * entry for all of them, with the address of the screen under them.
 */
export function useBackClosesDialogs(): void {
  const navigate = useNavigate();
  const navigation = useNavigationType();
  const { key, pathname, search, state } = useLocation();
  const topId = useOpenDialogs(({ dialogs }) => dialogs.at(-1)?.id);
  const last = useRef({ key, hasEntry: false, isGoingBack: false });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the rest belongs to the entry of this key
  useEffect(() => {
    const address = window.location.pathname + window.location.search;
    // React follows the address a moment later.
    if (address !== createPath({ pathname, search })) return;
    const before = last.current;
    const hasEntry = isDialogEntry(state);
    last.current = { key, hasEntry, isGoingBack: before.isGoingBack && before.key === key };
    // A dialog that closes with this change has left the store since it was rendered.
    const close = top()?.close;
    if (close && !hasEntry) {
      if (navigation === 'POP' && before.hasEntry && !before.isGoingBack) close();
      else navigate(address, { preventScrollReset: true, state: overDialogState(state) });
    } else if (!close && hasEntry && !last.current.isGoingBack) {
      // Also after a reload, or when 'back' or 'forward' comes to the entry of a dialog that is gone.
      last.current.isGoingBack = true;
      navigate(-1);
    }
  }, [topId, key]);
}
