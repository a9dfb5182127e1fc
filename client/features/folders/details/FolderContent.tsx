import { IconPencil, IconPlus } from '@tabler/icons-react';
import type { Family } from '../../../../common/families.ts';
import { shownCount, shownItems } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { LinkButton } from '../../../components/controls/LinkButton.tsx';
import { FolderCover } from '../lists/FolderCover.tsx';
import { editorPath } from '../state/folderPaths.ts';
import { mayIn, useLoadedPart } from '../state/useFolder.ts';
import classes from './details.module.css';
import { Members } from './Members.tsx';
import { RecentActivity } from './RecentActivity.tsx';

interface FolderContentProps {
  replica: Replica;
  family: Family;
  onManage: () => void;
}

/** A list at a glance: cover and numbers, members, and what happened last. */
export function FolderContent({ replica, family, onManage }: FolderContentProps) {
  const { folder } = replica;
  const mayAdd = mayIn(replica, 'item:add') && !folder.isReviewed;
  const mayRemove = mayIn(replica, 'item:remove');
  return (
    <div className={classes.content}>
      <div className={classes.summary}>
        <div className={classes.cover}>
          <FolderCover replica={replica} family={family.key} />
        </div>
        <div className={classes.facts}>
          <div className={classes.items}>
            <p className={classes.count}>
              <strong>{shownCount(replica)}</strong> {shownCount(replica) === 1 ? 'item' : 'items'} in this list
            </p>
            {(mayAdd || mayRemove) && (
              <LinkButton to={editorPath(family, folder.id)} icon={mayAdd ? IconPlus : IconPencil}>
                {mayAdd ? 'Add Items' : 'Edit Items'}
              </LinkButton>
            )}
          </div>
          <ListNumbers replica={replica} family={family} />
        </div>
      </div>
      <div className={classes.columns}>
        {!folder.isReviewed && <Members replica={replica} family={family} onManage={onManage} />}
        <RecentActivity replica={replica} family={family} />
      </div>
    </div>
  );
}

/** What the list holds, in numbers. They appear when the titles have been loaded. */
function ListNumbers({ replica, family }: { replica: Replica; family: Family }) {
  const { id, isReviewed, itemCount } = replica.folder;

  // Without the titles there are no numbers. The list itself shows the failure.
  useLoadedPart('loadItems', itemCount > 0 ? id : undefined, family.key);

  if (itemCount === 0) return null;
  const numbers = replica.items ? numbersOf(shownItems(replica), isReviewed) : placeholders(isReviewed);
  return (
    <dl className={classes.numbers}>
      {numbers.map(({ label, value }) => (
        <div key={label} className={classes.number}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface ListNumber {
  label: string;
  value: string;
}

function numbersOf(items: readonly Item[], isReviewed: boolean): ListNumber[] {
  const movies = items.filter(({ mediaType }) => mediaType === 'movie').length;
  const watched = items.filter((item) => item.watched).length;
  const numbers = [
    { label: 'Movies', value: String(movies) },
    { label: 'TV shows', value: String(items.length - movies) },
  ];
  if (isReviewed) return numbers;
  return [
    ...numbers,
    { label: 'To watch', value: String(items.length - watched) },
    { label: 'Rewatch', value: String(watched) },
  ];
}

/** The same cells while the titles are loading, so that nothing moves. */
function placeholders(isReviewed: boolean): ListNumber[] {
  return numbersOf([], isReviewed).map(({ label }) => ({ label, value: '–' }));
}
