import { IconCheck } from '@tabler/icons-react';
import { useState } from 'react';
import { limits } from '../../../../common/constants.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { PosterToggle } from '../../../components/posters/PosterToggle.tsx';
import { viewOf } from '../../../features/folders/listView/listView.ts';
import { useFoundTitles } from '../../../features/titles/search/useShelves.ts';
import { searchQueryOf } from '../../../lib/page/searchUrl.ts';
import { useDebounced } from '../../../lib/useDebounced.ts';
import classes from './TitleChoice.module.css';

const { min, max } = limits.candidates;
const POSTER_WIDTH = 110;
/** Longer lists are searched rather than scrolled. */
const SHOWN = 48;

interface TitleChoiceProps {
  items: readonly Item[];
  /** The ids of the items that are chosen. */
  chosen: readonly string[];
  onChange: (chosen: string[]) => void;
}

/** The titles of a list, from which the person who opens a vote chooses the candidates. What is not watched comes first. */
export function TitleChoice({ items, chosen, onChange }: TitleChoiceProps) {
  const [find, setFind] = useState('');
  const named = viewOf(items, { find, sort: 'added' });
  // The search of titles knows names in other languages, and what misspelt ones mean.
  const search = useFoundTitles(searchQueryOf(useDebounced(find)));
  const foundKeys = new Set(search.titles.map(titleKey));
  const alsoFound = find.trim() ? items.filter((item) => foundKeys.has(titleKey(item)) && !named.includes(item)) : [];
  const found = [...named, ...alsoFound];
  const inOrder = [...found.filter((item) => !item.watched), ...found.filter((item) => item.watched)];
  const isFull = chosen.length >= max;
  const toggle = (id: string) =>
    onChange(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id]);

  return (
    <div className={classes.choice}>
      <SearchBox value={find} onChange={setFind} placeholder="Find in this list" isCompact />
      <p className={classes.count} role="status">
        {chosen.length} of {min} to {max} chosen
      </p>
      <ul className={classes.grid} aria-label="Titles of this list">
        {inOrder.slice(0, SHOWN).map((item) => {
          const isOn = chosen.includes(item.id);
          return (
            <li key={item.id}>
              <PosterToggle
                title={item}
                label={`Vote on ${item.title} (${item.releaseDate?.slice(0, 4) || 'Unknown'})`}
                isOn={isOn}
                onToggle={() => toggle(item.id)}
                width={POSTER_WIDTH}
                mark={<IconCheck size={18} stroke={2.5} />}
                isDisabled={isFull && !isOn}
              />
            </li>
          );
        })}
      </ul>
      {inOrder.length === 0 && !search.isPending && <p className={classes.note}>No title matches.</p>}
      {inOrder.length > SHOWN && (
        <p className={classes.note}>{inOrder.length - SHOWN} more titles. Search to find them.</p>
      )}
    </div>
  );
}
