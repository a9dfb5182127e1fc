import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { FilterMenu, type FilterMenuProps } from '../../titles/filters/FilterMenu.tsx';
import { useShowProgress } from '../items/showProgress.ts';
import { showsMarks } from '../seen/useSeenMarks.ts';
import { mayIn } from '../state/useFolder.ts';
import classes from './ListBar.module.css';
import { isInListOrder, type ListView, listFields } from './listView.ts';
import type { ChangeView } from './useListView.ts';

export const OrderDialog = lazyDialog(() => import('./OrderDialog.tsx'), 'OrderDialog');

export interface ListBarProps {
  /** All items of the list. */
  items: readonly Item[];
  replica: Replica;
  view: ListView;
  onChange: ChangeView;
}

/** Searches, sorts and filters the titles of a list. Phones have a `PhoneListBar`. */
export function ListBar({ items, replica, view, onChange }: ListBarProps) {
  const [isArranging, setArranging] = useState(false);
  const menus = useListMenus({ items, replica, view, onChange });
  return (
    <section className={`${classes.bar} not-on-paper`} aria-label="Sort and filter">
      <div className={classes.find}>
        <SearchBox
          isCompact
          value={view.find ?? ''}
          onChange={(find) => onChange({ find })}
          placeholder="Find in this list"
        />
      </div>
      {menus.map((menu) => (
        <FilterMenu key={menu.field.name} {...menu} />
      ))}
      {mayArrange(replica, view) && (
        <Button variant="subtle" color="gray" className={classes.arrange} onClick={() => setArranging(true)}>
          <IconArrowsSort size={18} stroke={1.75} />
          <span className={classes.words}>Change order</span>
        </Button>
      )}
      {isArranging && <OrderDialog replica={replica} onClose={() => setArranging(false)} />}
    </section>
  );
}

/** The menus of a list that have a choice. */
export function useListMenus({ items, replica, view, onChange }: ListBarProps): FilterMenuProps[] {
  const hasProgress = useShowProgress() !== undefined;
  const fields = useMemo(
    () => listFields(items, { hasMarks: showsMarks(replica), hasProgress }),
    [items, replica, hasProgress],
  );
  return fields
    .filter(({ choices }) => choices.length > 0)
    .map((field) => ({
      field,
      value: view[field.name],
      onChange: (value) => onChange({ [field.name]: value }),
    }));
}

/** Only while the titles are shown in the order of the list. */
export const mayArrange = (replica: Replica, view: ListView) => mayIn(replica, 'item:move') && isInListOrder(view);
