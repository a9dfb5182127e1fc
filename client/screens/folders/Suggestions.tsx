import { useMemo } from 'react';
import type { Family } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { Item, TitleFacts } from '../../../common/schemas/item.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { addTitle } from '../../features/folders/items/addTitle.ts';
import { mayIn } from '../../features/folders/state/useFolder.ts';
import { FitsEveryoneList } from '../../features/recommendations/FitsEveryoneList.tsx';
import { titleParam, useOpenDialog } from '../../lib/page/dialogUrl.ts';
import classes from './Suggestions.module.css';

interface SuggestionsProps {
  replica: Replica;
  family: Family;
  /** The titles of the list. */
  items: readonly Item[];
}

/** Suggestions below the titles of a list. The plus adds to this list, or to another one if the viewer may not add here. */
export function Suggestions({ replica, family, items }: SuggestionsProps) {
  const openDialog = useOpenDialog();
  const present = useMemo(() => new Set(items.map(titleKey)), [items]);
  const mayAdd = mayIn(replica, 'item:add');
  const handleAdd = (title: TitleFacts) =>
    mayAdd ? addTitle(replica.folder.id, title) : openDialog({ add: titleParam(title) });
  return (
    <div className={classes.below}>
      <FitsEveryoneList replica={replica} family={family.key} present={present} onAdd={handleAdd} />
    </div>
  );
}
