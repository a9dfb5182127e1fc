import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useMemo } from 'react';
import type { Item } from '../../../../common/schemas/item.ts';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { FilterMenu } from '../../titles/filters/FilterMenu.tsx';
import classes from './ListBar.module.css';
import { isInListOrder, type ListView, listFields } from './listView.ts';
import type { ChangeView } from './useListView.ts';

interface ListBarProps {
  /** All items of the list. */
  items: readonly Item[];
  view: ListView;
  onChange: ChangeView;
  /** Absent if the viewer may not change the order. */
  onArrange?: () => void;
}

/** Searches, sorts and filters the titles of a list. */
export function ListBar({ items, view, onChange, onArrange }: ListBarProps) {
  const fields = useMemo(() => listFields(items), [items]);
  return (
    <section className={classes.bar} aria-label="Sort and filter">
      <div className={classes.find}>
        <SearchBox
          isCompact
          value={view.find ?? ''}
          onChange={(find) => onChange({ find })}
          placeholder="Find in this list"
        />
      </div>
      {fields
        .filter(({ choices }) => choices.length > 0)
        .map((field) => (
          <FilterMenu
            key={field.name}
            field={field}
            value={view[field.name]}
            onChange={(value) => onChange({ [field.name]: value })}
          />
        ))}
      {onArrange && isInListOrder(view) && (
        <Button variant="subtle" color="gray" className={classes.arrange} onClick={onArrange}>
          <IconArrowsSort size={18} stroke={1.75} />
          <span className={classes.words}>Change order</span>
        </Button>
      )}
    </section>
  );
}
