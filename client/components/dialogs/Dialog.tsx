import { Modal, type ModalProps } from '@mantine/core';
import { createContext, useContext, useEffect, useState, useSyncExternalStore } from 'react';
import './modal.ts';
import { useFocusBack } from '../focus/useFocusBack.ts';

/** Given by a dialog that others open on top of: they add 1 while they are open. Escape must close only the top one. */
export const CoverContext = createContext<(change: 1 | -1) => void>(() => undefined);

/** A dialog that is rendered only while it is open. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  const cover = useContext(CoverContext);
  useEffect(() => {
    cover(1);
    return () => cover(-1);
  }, [cover]);
  return <Modal opened closeOnEscape={useIsTop()} {...props} />;
}

/** The open dialogs, the top one last. */
let open: readonly symbol[] = [];
const listeners = new Set<() => void>();

function update(next: readonly symbol[]): void {
  open = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Whether no other dialog was opened after this one. */
function useIsTop(): boolean {
  const [id] = useState(() => Symbol());
  useEffect(() => {
    update([...open, id]);
    return () => update(open.filter((other) => other !== id));
  }, [id]);
  return useSyncExternalStore(subscribe, () => open.at(-1) === id);
}
