import { ActionIcon } from '@mantine/core';
import { IconLogout, IconPencil, IconSettings, IconTrash, IconUserPlus } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import { shownCount, shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import { AvatarStack } from '../../../components/Avatar.tsx';
import { IconAction } from '../../../components/controls/IconAction.tsx';
import { Tooltip } from '../../../components/controls/Tooltip.tsx';
import { displayName } from '../../../lib/person.ts';
import { detailsPath, folderPath } from '../state/folderPaths.ts';
import { countOf } from '../state/wording.ts';
import classes from './FolderCard.module.css';
import { FolderCover } from './FolderCover.tsx';

/** The actions on a list from its card or row. */
export type ListAction =
  | 'invite'
  | 'rename'
  | 'visibility'
  | 'publish'
  | 'download'
  | 'webhooks'
  | 'notifications'
  | 'report'
  | 'delete'
  | 'leave';

interface FolderCardProps {
  replica: Replica;
  family: Family;
  onAction: (action: ListAction, folderId: string) => void;
}

/** A list's card in the overview: cover, facts and the allowed actions. */
export function FolderCard({ replica, family, onAction }: FolderCardProps) {
  const { folder, viewerId } = replica;
  const name = shownName(replica);
  const isOwn = folder.userId === viewerId;

  return (
    <article className={classes.card}>
      <FolderCover replica={replica} family={family.key} />
      <div className={classes.facts}>
        <h3 className={classes.name}>
          <Link to={folderPath(family, folder.id)} className={classes.link}>
            <bdi>{name}</bdi>
          </Link>
        </h3>
        <p className={classes.count}>
          {countOf(shownCount(replica), 'item')}
          {folder.sharedByUser && (
            <>
              {' '}
              · Shared by <bdi>{displayName(folder.sharedByUser)}</bdi>
            </>
          )}
        </p>
      </div>
      <div className={classes.foot}>
        <div className="fill">
          {isOwn && folder.sharedWithUsers && <AvatarStack people={folder.sharedWithUsers} size={26} max={3} />}
          {!isOwn && folder.sharedByUser && <AvatarStack people={[folder.sharedByUser]} size={26} />}
        </div>
        {isOwn ? (
          <OwnerActions replica={replica} family={family} onAction={onAction} />
        ) : (
          <IconAction className={classes.action} label={`Leave ${name}`} onPress={() => onAction('leave', folder.id)}>
            <IconLogout size={18} stroke={1.75} />
          </IconAction>
        )}
      </div>
    </article>
  );
}

function OwnerActions({ replica, family, onAction }: FolderCardProps) {
  const { folder } = replica;
  const name = shownName(replica);
  return (
    <>
      <IconAction className={classes.action} label={`Invite to ${name}`} onPress={() => onAction('invite', folder.id)}>
        <IconUserPlus size={18} stroke={1.75} />
      </IconAction>
      <IconAction
        className={classes.action}
        label={`Edit name of ${name}`}
        onPress={() => onAction('rename', folder.id)}
      >
        <IconPencil size={18} stroke={1.75} />
      </IconAction>
      <IconAction className={classes.action} label={`Delete ${name}`} onPress={() => onAction('delete', folder.id)}>
        <IconTrash size={18} stroke={1.75} />
      </IconAction>
      <CardLink label={`Permissions of ${name}`} to={detailsPath(family, folder.id)}>
        <IconSettings size={18} stroke={1.75} />
      </CardLink>
    </>
  );
}

interface CardLinkProps {
  label: string;
  to: string;
  children: ReactNode;
}

function CardLink({ label, to, children }: CardLinkProps) {
  return (
    <Tooltip label={label}>
      <ActionIcon
        component={Link}
        to={to}
        className={classes.action}
        variant="subtle"
        color="gray"
        size={36}
        aria-label={label}
      >
        {children}
      </ActionIcon>
    </Tooltip>
  );
}
