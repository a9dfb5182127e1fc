import { Modal } from '@mantine/core';
import { families } from '../../../common/families.ts';
import '../../components/dialogs/modal.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { InvitationCards, useInvitationsSettled } from '../../features/folders/sharing/InvitationList.tsx';
import { useInvitations } from '../../features/folders/state/invitation.store.ts';
import { useCloseDialog } from '../../lib/page/dialogUrl.ts';

const family = families.category;

/** The viewer's pending invitations, over any screen; opened by ?invitations=1. */
export function InvitationsDialog() {
  const close = useCloseDialog('invitations');
  const isSettled = useInvitationsSettled(family);
  const isEmpty = useInvitations((state) => state.invitations.length === 0);

  return (
    <Modal opened onClose={close} title="Invitations" size={480} centered>
      {isEmpty && !isSettled && <Skeleton height={76} radius={14} />}
      {isEmpty && isSettled && (
        <p className="none-found">No invitations right now. When someone shares a list with you, you'll see it here.</p>
      )}
      {!isEmpty && <InvitationCards family={family} isInDialog />}
    </Modal>
  );
}
