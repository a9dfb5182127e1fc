import { IconLink } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Replica } from '../../../../common/replica/replica.ts';
import { AvatarStack } from '../../../components/Avatar.tsx';
import { withNames } from '../../../components/feedback/withNames.ts';
import { useOpenDialog } from '../../../lib/page/dialogUrl.ts';
import { displayName, type Person } from '../../../lib/person.ts';
import { useUsers } from '../../users/users.store.ts';
import { Faces } from '../presence/Faces.tsx';
import { mayIn } from '../state/useFolder.ts';
import { countOf } from '../state/wording.ts';
import classes from './ListPeople.module.css';

const SHOWN = 4;

interface ListPeopleProps {
  replica: Replica;
  /** Offers an invitation by link to users who are alone in the list. */
  hasInvitation: boolean;
}

/**
 * The members of a list with their faces, and who is here now. The owner sees everyone, a member the owner and themselves.
 */
export function ListPeople({ replica, hasInvitation }: ListPeopleProps) {
  const { folder, viewerId } = replica;
  const viewer = useUsers((state) => state.viewer);
  const isOwner = folder.userId === viewerId;
  const others: readonly Person[] = isOwner ? (folder.sharedWithUsers ?? []) : [];
  const known = [
    ...(folder.sharedByUser && !isOwner ? [folder.sharedByUser] : []),
    ...(viewer ? [viewer] : []),
    ...others,
  ];
  const shown = known.slice(0, SHOWN);
  const rest = folder.memberCount + 1 - shown.length;

  return (
    <div className={classes.people}>
      <AvatarStack people={shown} />
      {rest > 0 && <span className={classes.rest}>+{rest}</span>}
      <p>{textFor(replica, isOwner)}</p>
      <Faces folderId={folder.id} />
      {hasInvitation && folder.memberCount === 0 && mayIn(replica, 'member:invite') && (
        <InviteByLink replica={replica} />
      )}
    </div>
  );
}

function textFor({ folder }: Replica, isOwner: boolean): ReactNode {
  if (!isOwner) {
    if (!folder.sharedByUser) return null;
    return withNames`Shared by ${displayName(folder.sharedByUser)}`;
  }
  return folder.memberCount === 0 ? 'Only you' : `You and ${countOf(folder.memberCount, 'other')}`;
}

/** Opens the sharing of a list at its invitation links. */
export function InviteByLink({ replica }: { replica: Replica }) {
  const openDialog = useOpenDialog();
  return (
    <button
      type="button"
      className={classes.invite}
      onClick={() => openDialog({ share: replica.folder.id, by: 'link' })}
    >
      <IconLink size={18} stroke={1.75} /> Invite by link
    </button>
  );
}
