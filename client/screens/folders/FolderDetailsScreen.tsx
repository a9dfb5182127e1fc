import { Button } from '@mantine/core';
import { IconPencil, IconShare3 } from '@tabler/icons-react';
import { useId } from 'react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { Family } from '../../../common/families.ts';
import { shownCount, shownName } from '../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import { ScreenTabs } from '../../components/controls/ScreenTabs.tsx';
import { ActivityButton } from '../../features/folders/activity/ActivityButton.tsx';
import { FolderContent } from '../../features/folders/details/FolderContent.tsx';
import { BackLink } from '../../features/folders/head/BackLink.tsx';
import { ActionRow } from '../../features/folders/lists/ActionRow.tsx';
import { FailedFolder } from '../../features/folders/lists/FailedFolder.tsx';
import { FolderNotFound } from '../../features/folders/lists/FolderNotFound.tsx';
import { ListColours } from '../../features/folders/lists/ListColours.tsx';
import { Badge, BadgeLine, ScreenHead } from '../../features/folders/lists/ScreenHead.tsx';
import { OpenPollBanner } from '../../features/folders/polls/TonightBanner.tsx';
import { Faces } from '../../features/folders/presence/Faces.tsx';
import { useBeingHere } from '../../features/folders/presence/presence.ts';
import { PermissionsPanel } from '../../features/folders/sharing/PermissionsPanel.tsx';
import { SentInvitations } from '../../features/folders/sharing/SentInvitations.tsx';
import { usePermissionNotice } from '../../features/folders/sharing/usePermissionNotice.ts';
import { folderPath } from '../../features/folders/state/folderPaths.ts';
import { mayIn, useFolder } from '../../features/folders/state/useFolder.ts';
import { useLeaveWhenLost } from '../../features/folders/state/useLeaveWhenLost.ts';
import { countOf } from '../../features/folders/state/wording.ts';
import { useOpenDialog, withParams } from '../../lib/page/dialogUrl.ts';
import { usePageTitle } from '../../lib/page/pageTitle.ts';
import { useListDialogs } from '../folder-dialogs/ListDialogs.tsx';
import classes from './FolderDetailsScreen.module.css';

type TabName = 'content' | 'permissions';

/** A list's management view: name, members and permissions. */
export function FolderDetailsScreen({ family }: { family: Family }) {
  const id = useParams()[family.idName] ?? '';
  const { replica, isMissing, hasFailed, error } = useFolder(id, family.key);
  useLeaveWhenLost(id, family.overviewPath);
  usePermissionNotice(replica);
  useBeingHere(replica);
  usePageTitle(replica && shownName(replica));

  if (replica) {
    return (
      <ListColours replica={replica}>
        <Shown replica={replica} family={family} />
      </ListColours>
    );
  }
  if (isMissing) return <FolderNotFound family={family} title={`${family.Noun} not found`} />;
  if (hasFailed)
    return <FailedFolder id={id} family={family} error={error} title={`Failed to fetch ${family.nouns}`} />;
  return (
    <p className={classes.loading} role="status">
      {`Loading ${family.noun} details...`}
    </p>
  );
}

function Shown({ replica, family }: { replica: Replica; family: Family }) {
  const { folder, viewerId } = replica;
  const [tab, setTab] = useTab();
  const panelId = useId();
  const navigate = useNavigate();
  const { openAction, dialog } = useListDialogs(family, () => navigate(family.overviewPath));
  const isOwner = folder.userId === viewerId;
  const tabs = [
    { value: 'content', label: `${family.Noun} Content` },
    { value: 'permissions', label: 'Permissions' },
  ] as const;

  return (
    <div className={classes.screen}>
      <BackLink to={folderPath(family, folder.id)} beside={<Faces folderId={folder.id} />}>
        View list
      </BackLink>
      <ScreenHead
        title={shownName(replica)}
        actions={<Actions replica={replica} family={family} onRename={() => openAction('rename', folder.id)} />}
      >
        <BadgeLine>
          <Badge>{countOf(shownCount(replica), 'item')}</Badge>
          {!isOwner && <Badge isQuiet>Shared by {folder.userId}</Badge>}
          {isOwner && <Badge isQuiet>{countOf(folder.memberCount, 'shared user')}</Badge>}
        </BadgeLine>
      </ScreenHead>
      <div className={classes.tabs}>
        <ScreenTabs tabs={tabs} value={tab} onChange={setTab} label={`${family.Noun} details`} panelId={panelId} />
      </div>
      <div id={panelId} role="tabpanel" aria-label={tabs.find(({ value }) => value === tab)?.label}>
        {tab === 'content' ? (
          <FolderContent replica={replica} family={family} onManage={() => setTab('permissions')} />
        ) : (
          <>
            <PermissionsPanel replica={replica} family={family} />
            {mayIn(replica, 'invitation:list') && <SentInvitations replica={replica} family={family} />}
          </>
        )}
      </div>
      <OpenPollBanner replica={replica} family={family} />
      {dialog}
    </div>
  );
}

/** The tab in the address, and a function to change it. */
function useTab(): [TabName, (tab: TabName) => void] {
  const [params, setParams] = useSearchParams();
  const setTab = (next: TabName) => {
    const search = withParams(params.toString(), { tab: next === 'content' ? null : next });
    setParams(new URLSearchParams(search), { replace: true, preventScrollReset: true });
  };
  return [params.get('tab') === 'permissions' ? 'permissions' : 'content', setTab];
}

interface ActionsProps {
  replica: Replica;
  family: Family;
  onRename: () => void;
}

function Actions({ replica, family, onRename }: ActionsProps) {
  const { folder } = replica;
  const openDialog = useOpenDialog();
  return (
    <ActionRow>
      <ActivityButton replica={replica} family={family} />
      {mayIn(replica, 'folder:rename') && !folder.isReviewed && (
        <Button variant="default" leftSection={<IconPencil />} onClick={onRename}>
          Edit {family.Noun}
        </Button>
      )}
      {mayIn(replica, 'member:invite') && !folder.isReviewed && (
        <Button leftSection={<IconShare3 />} onClick={() => openDialog({ share: folder.id })}>
          Share {family.Noun}
        </Button>
      )}
    </ActionRow>
  );
}
