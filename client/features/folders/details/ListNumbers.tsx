import type { Family } from '../../../../common/families.ts';
import { shownItems } from '../../../../common/replica/replica.pending.ts';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { useLoadedPart } from '../state/useFolder.ts';
import classes from './details.module.css';

/** What the list holds, in numbers. They appear when the titles have been loaded. */
export function ListNumbers({ replica, family }: { replica: Replica; family: Family }) {
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
