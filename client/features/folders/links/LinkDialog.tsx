import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { LinkCard } from './LinkCard.tsx';

export interface LinkDialogProps {
  link: InvitationLink;
  listName: string;
  onClose: () => void;
}

/** An existing link, to hand it on again. */
export function LinkDialog({ link, listName, onClose }: LinkDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      title={
        <>
          Invite to "<bdi>{listName}</bdi>"
        </>
      }
      size={420}
      centered
    >
      <LinkCard link={link} listName={listName} />
    </Dialog>
  );
}
