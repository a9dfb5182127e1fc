import { Button } from '@mantine/core';
import type { Family } from '../../../../common/families.ts';
import { type Flags, levelOf } from '../../../../common/permissions.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Person } from '../../../lib/person.ts';
import { useUsers } from '../../users/users.store.ts';
import { PersonLine } from '../rights/PersonLine.tsx';
import { choiceOf } from '../rights/usePermissionChoice.ts';
import { useLoadedPart } from '../state/useFolder.ts';
import { countOf, rightsText } from '../state/wording.ts';
import classes from './details.module.css';

const SHOWN = 6;

interface MembersProps {
  replica: Replica;
  family: Family;
  /** Opens the permissions, for the owner. */
  onManage: () => void;
}

interface Member {
  person: Person;
  /** What the member may do; 'Loading…' until it is known. */
  rights: string;
}

/** Who is in the list, with faces and rights. The owner sees everyone, a member the owner and themselves. */
export function Members({ replica, family, onManage }: MembersProps) {
  const { folder, viewerId } = replica;
  const isOwner = folder.userId === viewerId;
  const viewer = useUsers((state) => state.viewer);

  // If the shares do not load, the members are shown without their rights.
  useLoadedPart('loadShares', isOwner ? folder.id : undefined, family.key);

  const members = isOwner ? membersForOwner(replica, viewer) : membersForMember(replica, viewer);
  const more = folder.memberCount + 1 - Math.min(members.length, SHOWN);
  return (
    <section className={classes.card} aria-label="Members">
      <div className={classes.head}>
        <h2 className={classes.heading}>Members</h2>
        {isOwner && folder.memberCount > 0 && (
          <Button variant="subtle" size="compact-sm" onClick={onManage}>
            Manage permissions
          </Button>
        )}
      </div>
      <ul className={classes.members}>
        {members.slice(0, SHOWN).map(({ person, rights }) => (
          <li key={person.id}>
            <PersonLine person={person} hint={rights} />
          </li>
        ))}
      </ul>
      {more > 0 && <p className={classes.quiet}>{`and ${countOf(more, 'other')}`}</p>}
      {isOwner && folder.memberCount === 0 && <p className={classes.quiet}>This list is not shared with anyone yet.</p>}
    </section>
  );
}

function membersForOwner({ folder, shares }: Replica, viewer: Person | null): Member[] {
  const own = viewer ? [{ person: viewer, rights: 'Owner' }] : [];
  if (shares) {
    return [...own, ...shares.map((share) => ({ person: share.sharedWithUser, rights: rightsOf(share) }))];
  }
  return [...own, ...(folder.sharedWithUsers ?? []).map((person) => ({ person, rights: 'Loading…' }))];
}

function membersForMember({ folder }: Replica, viewer: Person | null): Member[] {
  const owner = folder.sharedByUser ? [{ person: folder.sharedByUser, rights: 'Owner' }] : [];
  return [...owner, ...(viewer ? [{ person: viewer, rights: rightsOf(folder.permissions) }] : [])];
}

/** 'Collaborator', 'View Only', or 'Can view and add'. */
function rightsOf(flags: Flags): string {
  if (choiceOf(flags).preset !== null) return levelOf(flags);
  const text = rightsText(flags);
  return text.charAt(0).toUpperCase() + text.slice(1);
}
