import { Modal, type ModalProps } from '@mantine/core';
import './modal.ts';
import { useFocusBack } from '../focus/useFocusBack.ts';
import { useIsTop } from './openDialogs.ts';

/** A dialog that is rendered only while it is open. */
export function Dialog(props: Omit<ModalProps, 'opened'>) {
  useFocusBack();
  return <Modal opened closeOnEscape={useIsTop(props.onClose)} {...props} />;
}
