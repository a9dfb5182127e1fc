import { ConfirmDialog } from '../../components/dialogs/ConfirmDialog.tsx';

interface AheadDialogProps {
  text: string;
  onAnswer: (isYes: boolean) => void;
  onClose: () => void;
}

/** Asks whether to mark an episode that the others of a group have not reached. */
export function AheadDialog({ text, onAnswer, onClose }: AheadDialogProps) {
  return (
    <ConfirmDialog
      title="Watch ahead?"
      confirmLabel="Mark it"
      isHarmless
      onConfirm={() => onAnswer(true)}
      onClose={onClose}
    >
      {text}
    </ConfirmDialog>
  );
}
