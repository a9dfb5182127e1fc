import { Button } from '@mantine/core';
import { IconPencil, IconPlus, IconShare3 } from '@tabler/icons-react';
import { useId } from 'react';
import { Link, useNavigate, useParams, useSearchParams } from 'react-router';
import type { Family } from '../../common/families.ts';
import { shownCount, shownName } from '../../common/replica.pending.ts';
import type { Replica } from '../../common/replica.ts';
import { SegmentedTabs } from '../components/SegmentedTabs.tsx';
import { ActivityButton } from '../features/folders/ActivityButton.tsx';
import { Faces } from '../features/folders/Faces.tsx';
import { FailedFolder } from '../features/folders/FailedFolder.tsx';
import { FolderNotFound } from '../features/folders/FolderNotFound.tsx';
import { editorPath, folderPath } from '../features/folders/folderPaths.ts';
import { PermissionsPanel } from '../features/folders/PermissionsPanel.tsx';
import { useBeingHere } from '../features/folders/presence.ts';
import { Badge, BadgeLine, ScreenHead } from '../features/folders/ScreenHead.tsx';
import { SentInvitations } from '../features/folders/SentInvitations.tsx';
import { mayIn, useFolder } from '../features/folders/useFolder.ts';
import { useLeaveWhenLost } from '../features/folders/useLeaveWhenLost.ts';
import { usePermissionNews } from '../features/folders/usePermissionNews.ts';
import { countOf, worded } from '../features/folders/wording.ts';
import { useOpenDialog, withParams } from '../lib/dialogUrl.ts';
import { usePageTitle } from '../lib/pageTitle.ts';
import classes from './FolderDetailsScreen.module.css';
import { useListDialogs } from './ListDialogs.tsx';

type TabName = 'content' | 'permissions';

/** A list's management view: what it is called, who it is shared with, what each may do. */
export function FolderDetailsScreen({ family }: { family: Family }) {
  const id = useParams()[family.idName] ?? '';
  const { replica, isMissing, hasFailed } = useFolder(id, family.key);
  useLeaveWhenLost(id, family.overviewPath);
  usePermissionNews(replica);
  useBeingHere(replica);
  usePageTitle(replica && shownName(replica));

  if (replica) return <Shown replica={replica} family={family} />;
  if (isMissing) return <FolderNotFound family={family} title="Folder not found" />;
  if (hasFailed) return <FailedFolder id={id} family={family} title={`Failed to fetch ${family.nouns}`} />;
  return (
    <p className={classes.loading} role="status">
      {worded(family, 'Loading folder details...')}
    </p>
  );
}

function Shown({ replica, family }: { replica: Replica; family: Family }) {
  const { folder, viewerId } = replica;
  const [params, setParams] = useSearchParams();
  const tab: TabName = params.get('tab') === 'permissions' ? 'permissions' : 'content';
  const panelId = useId();
  const navigate = useNavigate();
  const openDialog = useOpenDialog();
  const { openAction, dialog } = useListDialogs(family, () => navigate(family.overviewPath));
  const isOwner = folder.userId === viewerId;
  const setTab = (next: TabName) => {
    const search = withParams(params.toString(), { tab: next === 'content' ? null : next });
    setParams(new URLSearchParams(search), { replace: true, preventScrollReset: true });
  };
  const tabs = [
    { value: 'content', label: worded(family, 'Folder Content') },
    { value: 'permissions', label: 'Permissions' },
  ] as const;

  return (
    <>
      <Link className={classes.back} to={folderPath(family, folder.id)}>
        ← View {family.noun}
      </Link>
      <ScreenHead
        title={shownName(replica)}
        actions={
          <>
            <Faces folderId={folder.id} />
            <ActivityButton replica={replica} family={family} />
            {mayIn(replica, 'folder:rename') && !folder.isReviewed && (
              <Button
                variant="default"
                leftSection={<IconPencil size={18} stroke={1.75} />}
                onClick={() => openAction('rename', folder.id)}
              >
                Edit {family.Noun}
              </Button>
            )}
            {mayIn(replica, 'member:invite') && !folder.isReviewed && (
              <Button
                leftSection={<IconShare3 size={18} stroke={1.75} />}
                onClick={() => openDialog({ share: folder.id })}
              >
                Share {family.Noun}
              </Button>
            )}
          </>
        }
      >
        <BadgeLine>
          <Badge>{countOf(shownCount(replica), 'item')}</Badge>
          {!isOwner && <Badge isQuiet>Shared by {folder.userId}</Badge>}
          {isOwner && <Badge isQuiet>{countOf(folder.memberCount, 'shared user')}</Badge>}
        </BadgeLine>
      </ScreenHead>
      <div className={classes.tabs}>
        <SegmentedTabs
          tabs={tabs}
          value={tab}
          onChange={setTab}
          label={`${family.Noun} details`}
          look="screen"
          panelId={panelId}
        />
      </div>
      <div id={panelId} role="tabpanel" aria-label={tabs.find(({ value }) => value === tab)?.label}>
        {tab === 'content' ? (
          <Content replica={replica} family={family} />
        ) : (
          <>
            <PermissionsPanel replica={replica} family={family} />
            {mayIn(replica, 'invitation:list') && <SentInvitations replica={replica} family={family} />}
          </>
        )}
      </div>
      {dialog}
    </>
  );
}

function Content({ replica, family }: { replica: Replica; family: Family }) {
  const { folder } = replica;
  const mayAdd = mayIn(replica, 'item:add') && !folder.isReviewed;
  const mayRemove = mayIn(replica, 'item:remove');
  return (
    <div className={classes.content}>
      <p className={classes.count}>
        <strong>{shownCount(replica)}</strong> {shownCount(replica) === 1 ? 'item' : 'items'} in this {family.noun}
      </p>
      {(mayAdd || mayRemove) && (
        <Button
          component={Link}
          to={editorPath(family, folder.id)}
          variant="default"
          leftSection={mayAdd ? <IconPlus size={18} stroke={1.75} /> : <IconPencil size={18} stroke={1.75} />}
        >
          {mayAdd ? 'Add Items' : 'Edit Items'}
        </Button>
      )}
    </div>
  );
}
