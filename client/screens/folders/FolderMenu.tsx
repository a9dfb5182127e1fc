import { Menu } from '@mantine/core';
import {
  IconBell,
  IconDownload,
  IconEye,
  IconEyeOff,
  IconFlag,
  IconLink,
  IconLock,
  IconLogout,
  IconPencil,
  IconSettings,
  IconTrash,
  IconWebhook,
  IconWorldShare,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Family } from '../../../common/families.ts';
import { can, mayDoMoreThanView } from '../../../common/permissions.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { DropdownMenu } from '../../components/menu/DropdownMenu.tsx';
import { type MenuProps, opensDialog } from '../../components/menu/MenuButton.tsx';
import { copyLink } from '../../features/folders/lists/copyLink.ts';
import type { ListAction } from '../../features/folders/lists/FolderCard.tsx';
import { liveSeen } from '../../features/folders/seen/seen.store.ts';
import { setSeenConsent } from '../../features/folders/seen/setSeenConsent.ts';
import { showsMarks } from '../../features/folders/seen/useSeenMarks.ts';
import { detailsPath, folderPath } from '../../features/folders/state/folderPaths.ts';
import { accessOf } from '../../features/folders/state/useFolder.ts';

interface FolderMenuProps extends MenuProps {
  replica: Replica;
  family: Family;
  onAction: (action: ListAction) => void;
}

/** The less frequent actions on a list: its name, its link, its management, deleting and leaving it. */
export function FolderMenu({ replica, family, onAction, button, target }: FolderMenuProps) {
  const access = accessOf(replica);
  const open = (action: ListAction) => opensDialog(target, () => onAction(action));

  return (
    <DropdownMenu button={button} target={target} position="bottom-end" offset={8} width={220}>
      {access.isOwner && (
        <Menu.Item leftSection={<IconPencil />} onClick={open('rename')}>
          Edit {family.Noun}
        </Menu.Item>
      )}
      {access.isOwner && (
        <Menu.Item leftSection={<IconLock />} onClick={open('visibility')}>
          Who can see it
        </Menu.Item>
      )}
      {replica.folder.isReviewed || (
        <Menu.Item leftSection={<IconBell />} onClick={open('notifications')}>
          Notifications
        </Menu.Item>
      )}
      <Menu.Item leftSection={<IconLink />} onClick={() => copyLink(folderPath(family, replica.folder.id))}>
        Copy link
      </Menu.Item>
      {can(access, 'member:invite') && (
        <Menu.Item leftSection={<IconWorldShare />} onClick={open('publish')}>
          Public link
        </Menu.Item>
      )}
      {can(access, 'folder:view') && (
        <Menu.Item leftSection={<IconDownload />} onClick={open('download')}>
          Download
        </Menu.Item>
      )}
      {can(access, 'webhook:manage') && (
        <Menu.Item leftSection={<IconWebhook />} onClick={open('webhooks')}>
          Webhooks
        </Menu.Item>
      )}
      <SeenChoice replica={replica} family={family} />
      {mayDoMoreThanView(access) && (
        <Menu.Item component={Link} to={detailsPath(family, replica.folder.id)} leftSection={<IconSettings />}>
          Manage
        </Menu.Item>
      )}
      {access.isOwner ? (
        <Menu.Item leftSection={<IconTrash />} onClick={open('delete')}>
          Delete List
        </Menu.Item>
      ) : (
        <>
          <Menu.Item leftSection={<IconFlag />} onClick={open('report')}>
            Report
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout />} onClick={open('leave')}>
            Leave List
          </Menu.Item>
        </>
      )}
    </DropdownMenu>
  );
}

/** Whether the others in a shared list see what the viewer has seen. */
function SeenChoice({ replica, family }: Pick<FolderMenuProps, 'replica' | 'family'>) {
  const { folder, viewerId } = replica;
  const shows = liveSeen.useKnown(folder.id)?.consents[viewerId] ?? false;
  if (!showsMarks(replica)) return null;
  return (
    <Menu.Item
      leftSection={shows ? <IconEyeOff /> : <IconEye />}
      onClick={() => setSeenConsent(folder.id, !shows, family.key)}
    >
      {shows ? "Hide what I've seen" : "Show what I've seen"}
    </Menu.Item>
  );
}
