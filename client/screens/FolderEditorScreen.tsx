import { useMemo, useState } from 'react';
import { Link, Navigate, useParams } from 'react-router';
import type { Family } from '../../common/families.ts';
import { type TitleFacts, titleKey } from '../../common/item.ts';
import { shownCount, shownName } from '../../common/replica.pending.ts';
import type { Replica } from '../../common/replica.ts';
import { SegmentedTabs } from '../components/SegmentedTabs.tsx';
import { Skeleton } from '../components/Skeletons.tsx';
import { toastError } from '../components/toast.ts';
import { ActivityButton } from '../features/folders/ActivityButton.tsx';
import { BurstLine } from '../features/folders/BurstLine.tsx';
import { ContentList } from '../features/folders/ContentList.tsx';
import { Faces } from '../features/folders/Faces.tsx';
import { FailedFolder } from '../features/folders/FailedFolder.tsx';
import { FolderNotFound } from '../features/folders/FolderNotFound.tsx';
import { useFolders } from '../features/folders/folder.store.ts';
import { detailsPath } from '../features/folders/folderPaths.ts';
import { LiveSummary } from '../features/folders/LiveSummary.tsx';
import { useBeingHere } from '../features/folders/presence.ts';
import { removeTitles } from '../features/folders/removeTitle.ts';
import { ScreenHead } from '../features/folders/ScreenHead.tsx';
import { TitleFinder } from '../features/folders/TitleFinder.tsx';
import { mayIn, useFolder } from '../features/folders/useFolder.ts';
import { useLeaveWhenLost } from '../features/folders/useLeaveWhenLost.ts';
import { useLiveItems } from '../features/folders/useLiveItems.ts';
import { usePermissionNews } from '../features/folders/usePermissionNews.ts';
import { FitsEveryoneList } from '../features/recommendations/FitsEveryoneList.tsx';
import { usePageTitle } from '../lib/pageTitle.ts';
import { useMediaQuery } from '../lib/useMediaQuery.ts';
import classes from './FolderEditorScreen.module.css';

/** Where several people fill one list at once: titles to add on one side, the live contents on the other. */
export function FolderEditorScreen({ family }: { family: Family }) {
  const id = useParams()[family.idName] ?? '';
  const { replica, isMissing, hasFailed } = useFolder(id, family.key, { withItems: true });
  useLeaveWhenLost(id, family.overviewPath);
  usePermissionNews(replica);
  useBeingHere(replica);
  usePageTitle(replica && `Edit ${shownName(replica)}`);

  if (isMissing) return <FolderNotFound family={family} title="Folder not found" />;
  if (hasFailed) {
    return <FailedFolder id={id} family={family} title={`Failed to fetch ${family.noun} items`} withItems />;
  }
  if (!replica) return <Skeleton width={260} height={38} />;
  return <Editor replica={replica} family={family} />;
}

function Editor({ replica, family }: { replica: Replica; family: Family }) {
  const { folder, viewerId } = replica;
  const live = useLiveItems(replica);
  const isWide = useMediaQuery('(min-width: 64em)');
  const [side, setSide] = useState<'find' | 'content'>('find');
  const present = useMemo(() => new Set(live.items.map(titleKey)), [live.items]);
  const mayAdd = mayIn(replica, 'item:add') && !folder.isReviewed;
  const mayRemove = mayIn(replica, 'item:remove');
  const count = shownCount(replica);

  // Neither right is left: the management view says what there still is to do.
  if (!mayAdd && !mayRemove) return <Navigate to={detailsPath(family, folder.id)} replace />;

  const sides = [
    { value: 'find', label: 'Find titles' },
    { value: 'content', label: `In this ${family.noun} (${count})` },
  ] as const;
  const handleAdd = (title: TitleFacts) => addTitle(folder.id, title);
  const showsFinder = mayAdd && (isWide || side === 'find');
  const showsContent = isWide || !mayAdd || side === 'content';

  return (
    <>
      <Link className={classes.back} to={detailsPath(family, folder.id)}>
        ← Manage {shownName(replica)}
      </Link>
      <ScreenHead
        title={shownName(replica)}
        actions={
          <>
            <Faces folderId={folder.id} />
            <ActivityButton replica={replica} family={family} />
          </>
        }
      />
      {!isWide && mayAdd && (
        <div className={classes.sides}>
          <SegmentedTabs tabs={sides} value={side} onChange={setSide} label="Side" look="screen" />
        </div>
      )}
      <div className={classes.editor} data-alone={!showsFinder || !showsContent || undefined}>
        {showsFinder && (
          <TitleFinder
            present={present}
            onAdd={handleAdd}
            suggestions={<FitsEveryoneList replica={replica} family={family.key} present={present} onAdd={handleAdd} />}
          />
        )}
        {showsContent && (
          <section className={classes.panel} aria-label={`In this ${family.noun}`}>
            <h2 className={classes.heading}>
              In this {family.noun} <span className={classes.count}>{count}</span>
            </h2>
            {count === 0 ? (
              <p className={classes.none}>Nothing here yet. What you and others add shows up at once.</p>
            ) : (
              <ContentList
                folderId={folder.id}
                label={`Titles in ${shownName(replica)}`}
                live={live}
                viewerId={viewerId}
                onRemove={mayRemove ? (items) => removeTitles(items, family) : undefined}
              />
            )}
          </section>
        )}
      </div>
      <BurstLine bursts={live.bursts} />
      <LiveSummary folderId={folder.id} />
    </>
  );
}

async function addTitle(folderId: string, title: TitleFacts) {
  try {
    await useFolders.getState().addItem(folderId, title);
  } catch (error) {
    toastError(error, 'Failed to add item to folder');
  }
}
