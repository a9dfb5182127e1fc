import type { InvitationLink } from '../../../../common/schemas/invitationLink.ts';
import { Dialog } from '../../../components/dialogs/Dialog.tsx';
import { withNames } from '../../../components/feedback/withNames.ts';
import { LinkCard } from './LinkCard.tsx';

interface LinkDialogProps {
  link: InvitationLink;
  listName: string;
  onClose: () => void;
}

/** An existing link, to hand it on again. */
export function LinkDialog({ link, listName, onClose }: LinkDialogProps) {
  return (
    <Dialog onClose={onClose} title={withNames`Invite to "${listName}"`} size={420} centered>
      <LinkCard link={link} listName={listName} />
    </Dialog>
  );
}
