import { useMemo, useState } from 'react';
import { Navigate, useParams } from 'react-router-dom';
import type { Family } from '../../../../common/families.ts';
import { shownCount, shownName } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { ScreenTabs } from '../../../components/controls/ScreenTabs.tsx';
import { Skeleton } from '../../../components/feedback/Skeletons.tsx';
import { ActivityButton } from '../../../features/folders/activity/ActivityButton.tsx';
import { BackLink } from '../../../features/folders/head/BackLink.tsx';
import { addTitle } from '../../../features/folders/items/addTitle.ts';
import { BurstLine } from '../../../features/folders/items/BurstLine.tsx';
import { ContentList } from '../../../features/folders/items/contentList/ContentList.tsx';
import { removeTitles } from '../../../features/folders/items/removeTitle.ts';
import { TitleFinder } from '../../../features/folders/items/TitleFinder.tsx';
import { type LiveItems, useLiveItems } from '../../../features/folders/items/useLiveItems.ts';
import { FailedFolder } from '../../../features/folders/lists/FailedFolder.tsx';
import { FolderNotFound } from '../../../features/folders/lists/FolderNotFound.tsx';
import { ListColours } from '../../../features/folders/lists/ListColours.tsx';
import { ScreenHead } from '../../../features/folders/lists/ScreenHead.tsx';
import { OpenPollBanner } from '../../../features/folders/polls/TonightBanner.tsx';
import { Faces } from '../../../features/folders/presence/Faces.tsx';
import { LiveSummary } from '../../../features/folders/presence/LiveSummary.tsx';
import { useBeingHere } from '../../../features/folders/presence/presence.ts';
import { usePermissionNotice } from '../../../features/folders/sharing/usePermissionNotice.ts';
import { detailsPath, folderPath } from '../../../features/folders/state/folderPaths.ts';
import { mayIn, useFolder } from '../../../features/folders/state/useFolder.ts';
import { useLeaveWhenLost } from '../../../features/folders/state/useLeaveWhenLost.ts';
import { FitsEveryoneList } from '../../../features/recommendations/FitsEveryoneList.tsx';
import { usePageTitle } from '../../../lib/page/pageTitle.ts';
import { useMediaQuery } from '../../../lib/page/useMediaQuery.ts';
import classes from './FolderEditorScreen.module.css';

/** The editor of a list: titles to add on one side, the live contents on the other. */
export function FolderEditorScreen({ family }: { family: Family }) {
  const id = useParams()[family.idName] ?? '';
  const { replica, isMissing, hasFailed, error } = useFolder(id, family.key, { withItems: true });
  useLeaveWhenLost(id, family.overviewPath);
  usePermissionNotice(replica);
  useBeingHere(replica);
  usePageTitle(replica && `Edit ${shownName(replica)}`);

  if (isMissing) return <FolderNotFound family={family} title={`${family.Noun} not found`} />;
  if (hasFailed) {
    return (
      <FailedFolder id={id} family={family} error={error} title={`Failed to fetch ${family.noun} items`} withItems />
    );
  }
  if (!replica) return <Skeleton width={260} height={38} />;
  return (
    <ListColours replica={replica}>
      <Editor replica={replica} family={family} />
    </ListColours>
  );
}

function Editor({ replica, family }: { replica: Replica; family: Family }) {
  const { folder } = replica;
  const live = useLiveItems(replica);
  const isWide = useMediaQuery('(min-width: 64em)');
  const [side, setSide] = useState<'find' | 'content'>('find');
  const present = useMemo(() => new Set(live.items.map(titleKey)), [live.items]);
  const mayAdd = mayIn(replica, 'item:add') && !folder.isReviewed;
  const mayRemove = mayIn(replica, 'item:remove');
  const count = shownCount(replica);

  // The viewer may neither add nor remove: open the management view.
  if (!mayAdd && !mayRemove) return <Navigate to={detailsPath(family, folder.id)} replace />;

  const sides = [
    { value: 'find', label: 'Find titles' },
    { value: 'content', label: `In this list (${count})` },
  ] as const;
  const handleAdd = (title: TitleFacts) => addTitle(folder.id, title);
  const showsFinder = mayAdd && (isWide || side === 'find');
  const showsContent = isWide || !mayAdd || side === 'content';

  return (
    <>
      <BackLink to={folderPath(family, folder.id)} beside={<Faces folderId={folder.id} />}>
        View list
      </BackLink>
      <ScreenHead title={shownName(replica)} actions={<ActivityButton replica={replica} family={family} />} />
      {!isWide && mayAdd && (
        <div className={classes.sides}>
          <ScreenTabs tabs={sides} value={side} onChange={setSide} label="Side" />
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
        {showsContent && <ContentPanel replica={replica} family={family} live={live} />}
      </div>
      <OpenPollBanner replica={replica} family={family} />
      <BurstLine bursts={live.bursts} />
      <LiveSummary folderId={folder.id} />
    </>
  );
}

interface ContentPanelProps {
  replica: Replica;
  family: Family;
  live: LiveItems;
}

/** What the list contains. */
function ContentPanel({ replica, family, live }: ContentPanelProps) {
  const count = shownCount(replica);
  const mayRemove = mayIn(replica, 'item:remove');
  return (
    <section className={classes.panel} aria-label="In this list">
      <h2 className={classes.heading}>
        In this list <span className="item-count">{count}</span>
      </h2>
      {count === 0 ? (
        <p className={classes.none}>Nothing here yet. What you and others add shows up at once.</p>
      ) : (
        <ContentList
          folderId={replica.folder.id}
          label={`Titles in ${shownName(replica)}`}
          live={live}
          viewerId={replica.viewerId}
          onRemove={mayRemove ? (items) => removeTitles(items, family) : undefined}
        />
      )}
    </section>
  );
}
