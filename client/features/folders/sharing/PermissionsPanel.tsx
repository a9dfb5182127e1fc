import { Button } from '@mantine/core';
import { useState } from 'react';
import type { Family } from '../../../../common/families.ts';
import { allFlags, type Flags, flagNames, levelOf } from '../../../../common/permissions.ts';
import type { ReplicaShare } from '../../../../common/replica/replica.parts.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { Tooltip } from '../../../components/controls/Tooltip.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { useBusy } from '../../../components/feedback/useBusy.ts';
import { useKeptPlace } from '../../../components/focus/useKeptFocus.ts';
import { toast } from '../../../components/toast/toast.ts';
import { displayName } from '../../../lib/person.ts';
import { useUsers } from '../../users/users.store.ts';
import { Badge } from '../lists/ScreenHead.tsx';
import { PermissionFields } from '../rights/PermissionFields.tsx';
import { PersonLine } from '../rights/PersonLine.tsx';
import { choiceOf, usePermissionChoice } from '../rights/usePermissionChoice.ts';
import { useFolders } from '../state/folder.store.ts';
import { useLoadedPart } from '../state/useFolder.ts';
import { levelText } from '../state/wording.ts';
import classes from './PermissionsPanel.module.css';

const RemoveAccessDialog = lazyDialog(() => import('./RemoveAccessDialog.tsx'), 'RemoveAccessDialog');

interface PermissionsPanelProps {
  replica: Replica;
  family: Family;
}

/** The members of the list and their permissions, for its owner. */
export function PermissionsPanel({ replica, family }: PermissionsPanelProps) {
  const { id, userId } = replica.folder;
  const isOwner = userId === replica.viewerId;
  const status = useFolders((state) => state.entries[id]?.sharesStatus);
  const [openId, setOpenId] = useState<string | null>(null);
  const kept = useKeptPlace<HTMLUListElement>('[aria-expanded]');

  useLoadedPart('loadShares', isOwner ? id : undefined, family.key);

  if (!isOwner) return <Quiet>{`Only the ${family.noun} owner can manage permissions.`}</Quiet>;
  if (status === 'failed' && !replica.shares) return <LoadError id={id} family={family} />;
  if (!replica.shares) return <Quiet>Loading permissions...</Quiet>;
  if (replica.shares.length === 0) {
    return <Quiet>{`No users have been shared access to this ${family.noun} yet.`}</Quiet>;
  }
  return (
    <ul className={classes.list} {...kept}>
      {replica.shares.map((share) => (
        <ShareLine
          key={share.id}
          share={share}
          replica={replica}
          family={family}
          isOpen={openId === share.id}
          onToggle={() => setOpenId((open) => (open === share.id ? null : share.id))}
          onDone={() => setOpenId(null)}
        />
      ))}
    </ul>
  );
}

function Quiet({ children }: { children: string }) {
  return (
    <p className={classes.quiet} role="status">
      {children}
    </p>
  );
}

function LoadError({ id, family }: { id: string; family: Family }) {
  const retry = () => {
    // Another failure shows the same state.
    useFolders
      .getState()
      .loadShares(id, family.key)
      .catch(() => undefined);
  };
  return (
    <div className={classes.quiet} role="alert">
      <p>Error loading permissions</p>
      <Button variant="default" size="sm" onClick={retry}>
        Try again
      </Button>
    </div>
  );
}

interface ShareLineProps {
  share: ReplicaShare;
  replica: Replica;
  family: Family;
  isOpen: boolean;
  onToggle: () => void;
  onDone: () => void;
}

function ShareLine({ share, replica, family, isOpen, onToggle, onDone }: ShareLineProps) {
  const email = useUsers((state) => state.people[share.sharedWithUserId]?.email);
  const person = { ...share.sharedWithUser, email: share.sharedWithUser.email || email };
  const name = displayName(person);
  const [isRemoving, setRemoving] = useState(false);

  return (
    <li className={classes.share} data-open={isOpen || undefined}>
      <PersonLine person={person}>
        <LevelBadge share={share} />
        <Button
          variant="default"
          size="xs"
          aria-expanded={isOpen}
          aria-label={isOpen ? `Cancel editing permissions of ${name}` : `Edit permissions of ${name}`}
          onClick={onToggle}
        >
          {isOpen ? 'Cancel' : 'Edit'}
        </Button>
      </PersonLine>
      {isOpen && (
        <ShareEditor
          share={share}
          folderId={replica.folder.id}
          {...{ family, onDone }}
          onRemove={() => setRemoving(true)}
        />
      )}
      {isRemoving && <RemoveAccessDialog {...{ replica, share, name, family }} onClose={() => setRemoving(false)} />}
    </li>
  );
}

/** A member's level. Anything between the two levels is 'Custom', with the rights in its tooltip. */
function LevelBadge({ share }: { share: Flags }) {
  const level = levelOf(share);
  if (choiceOf(share).preset !== null) return <Badge isQuiet={level === 'View Only'}>{level}</Badge>;
  return (
    <Tooltip label={levelText(share)}>
      <Badge>
        Custom<span className="visually-hidden">: {levelText(share)}</span>
      </Badge>
    </Tooltip>
  );
}

interface ShareEditorProps {
  share: ReplicaShare;
  folderId: string;
  family: Family;
  onDone: () => void;
  onRemove: () => void;
}

/** The permissions of one member. The level and the switches wait for Save. */
function ShareEditor({ share, folderId, family, onDone, onRemove }: ShareEditorProps) {
  const choice = usePermissionChoice(allFlags, choiceOf(flagsOf(share)));
  const { isBusy, finish } = useBusy();
  const isChanged = flagNames.some((flag) => choice.flags[flag] !== share[flag]);

  const save = () =>
    finish(async () => {
      await useFolders.getState().setPermissions(folderId, share.id, choice.flags, family.key);
      toast({ title: 'Permissions updated', description: 'User permissions have been successfully updated.' });
      onDone();
    }, 'Failed to update permissions');

  return (
    <div className={classes.editor}>
      <PermissionFields family={family} choice={choice} isBusy={isBusy} />
      <div className={classes.buttons}>
        <Button variant="subtle" className={classes.revoke} disabled={isBusy} onClick={onRemove}>
          Remove access
        </Button>
        <Button disabled={!isChanged} loading={isBusy} onClick={save}>
          Save
        </Button>
      </div>
    </div>
  );
}

function flagsOf(share: ReplicaShare): Flags {
  return Object.fromEntries(flagNames.map((flag) => [flag, share[flag]])) as Flags;
}
