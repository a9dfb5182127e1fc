import { Modal, type ModalProps } from '@mantine/core';
import { createContext, useContext, useEffect } from 'react';
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
  return <Modal opened {...props} />;
}
