import { Button } from '@mantine/core';
import { IconArrowsSort } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import type { Replica } from '../../../../common/replica/replica.ts';
import type { Item } from '../../../../common/schemas/item.ts';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { FilterMenu } from '../../titles/filters/FilterMenu.tsx';
import { showsMarks } from '../seen/useSeenMarks.ts';
import { mayIn } from '../state/useFolder.ts';
import classes from './ListBar.module.css';
import { isInListOrder, type ListView, listFields } from './listView.ts';
import type { OrderDialogProps } from './OrderDialog.tsx';
import type { ChangeView } from './useListView.ts';

const OrderDialog = lazyDialog<OrderDialogProps>(() => import('./OrderDialog.tsx').then((file) => file.OrderDialog));

interface ListBarProps {
  /** All items of the list. */
  items: readonly Item[];
  replica: Replica;
  view: ListView;
  onChange: ChangeView;
}

/** Searches, sorts and filters the titles of a list. */
export function ListBar({ items, replica, view, onChange }: ListBarProps) {
  const [isArranging, setArranging] = useState(false);
  const fields = useMemo(() => listFields(items, showsMarks(replica)), [items, replica]);
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
      <div className={classes.choices}>
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
        {mayIn(replica, 'item:move') && isInListOrder(view) && (
          <Button variant="subtle" color="gray" className={classes.arrange} onClick={() => setArranging(true)}>
            <IconArrowsSort size={18} stroke={1.75} />
            <span className={classes.words}>Change order</span>
          </Button>
        )}
      </div>
      {isArranging && <OrderDialog replica={replica} onClose={() => setArranging(false)} />}
    </section>
  );
}
