import { Modal } from '@mantine/core';
import '../../../components/dialogs/modal.ts';
import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { LinkCard } from './LinkCard.tsx';

export interface LinkDialogProps {
  link: InvitationLink;
  listName: string;
  onClose: () => void;
}

/** An existing link, to hand it on again. */
export function LinkDialog({ link, listName, onClose }: LinkDialogProps) {
  return (
    <Modal opened onClose={onClose} title={`Invite to "${listName}"`} size={420} centered>
      <LinkCard link={link} listName={listName} />
    </Modal>
  );
}
