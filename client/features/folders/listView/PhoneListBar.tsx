import { ActionIcon, Button } from '@mantine/core';
import { IconAdjustmentsHorizontal, IconArrowsSort, IconSearch, IconX } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { SearchBox } from '../../../components/controls/SearchBox.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { chosenValues } from '../../titles/filters/titleFilters.ts';
import { type ListBarProps, mayArrange, OrderDialog, useListMenus } from './ListBar.tsx';
import classes from './PhoneListBar.module.css';

const FilterDrawer = lazyDialog(() => import('../../titles/filters/FilterDrawer.tsx'), 'FilterDrawer');

interface PhoneListBarProps extends ListBarProps {
  /** False for a list that has nothing to search or sort. */
  hasTools: boolean;
  /** The filter by media type, which a search replaces. */
  children: ReactNode;
}

/** The bar of a list on phones: one row, with the search and the filters behind a button each. */
export function PhoneListBar({ hasTools, children, ...list }: PhoneListBarProps) {
  const { view, onChange } = list;
  const [isSearchOpen, setSearchOpen] = useState(false);
  const isFinding = hasTools && (isSearchOpen || Boolean(view.find));

  const toggleSearch = () => {
    if (isFinding) onChange({ find: null });
    setSearchOpen(!isFinding);
  };

  return (
    <div className={classes.bar}>
      {isFinding ? (
        <div className={classes.find}>
          <SearchBox
            isCompact
            isAutoFocused={isSearchOpen}
            value={view.find ?? ''}
            onChange={(find) => onChange({ find })}
            placeholder="Find in this list"
          />
        </div>
      ) : (
        children
      )}
      {hasTools && (
        <section className={`${classes.tools} not-on-paper`} aria-label="Sort and filter">
          <ActionIcon
            variant="default"
            size={44}
            radius="xl"
            aria-label={isFinding ? 'Close the search' : 'Find in this list'}
            onClick={toggleSearch}
          >
            {isFinding ? <IconX size={20} stroke={1.75} /> : <IconSearch size={20} stroke={1.75} />}
          </ActionIcon>
          <Filters {...list} />
        </section>
      )}
    </div>
  );
}

function Filters(list: ListBarProps) {
  const { replica, view, onChange } = list;
  const [open, setOpen] = useState<'filters' | 'order' | null>(null);
  const menus = useListMenus(list);
  const chosen = menus.filter(({ field, value }) => chosenValues(field, value).length > 0).length;
  const close = () => setOpen(null);
  return (
    <>
      <ActionIcon
        variant="default"
        size={44}
        radius="xl"
        className={classes.filters}
        data-chosen={chosen > 0 || undefined}
        aria-haspopup="dialog"
        aria-label={chosen > 0 ? `Filters: ${chosen} chosen` : 'Filters'}
        onClick={() => setOpen('filters')}
      >
        <IconAdjustmentsHorizontal size={20} stroke={1.75} />
      </ActionIcon>
      {open === 'filters' && (
        <FilterDrawer
          filters={menus}
          onClear={() => onChange({ genre: null, length: null, seen: null, progress: null, sort: null })}
          onClose={close}
          closeLabel="Show titles"
        >
          {mayArrange(replica, view) && (
            <Button
              variant="default"
              fullWidth
              className={classes.order}
              leftSection={<IconArrowsSort />}
              onClick={() => setOpen('order')}
            >
              Change order
            </Button>
          )}
        </FilterDrawer>
      )}
      {open === 'order' && <OrderDialog replica={replica} onClose={close} />}
    </>
  );
}
