import { IconChevronDown } from '@tabler/icons-react';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { MenuButton } from '../../../components/menu/MenuButton.tsx';
import bar from './FilterBar.module.css';
import classes from './FilterMenu.module.css';
import { chosenValues, type FilterField, filterLabel } from './titleFilters.ts';

const FilterChoices = lazyDialog(() => import('./FilterChoices.tsx'), 'FilterChoices');

export interface FilterMenuProps {
  field: FilterField<string>;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** One filter as a round button with its choices under it. */
export function FilterMenu({ field, value, onChange }: FilterMenuProps) {
  const isChosen = chosenValues(field, value).length > 0;
  return (
    <div>
      <MenuButton renderMenu={(props) => <FilterChoices {...props} field={field} value={value} onChange={onChange} />}>
        <button
          type="button"
          className={bar.pill}
          data-chosen={isChosen || undefined}
          aria-label={isChosen ? `${field.label}: ${filterLabel(field, value)}` : field.label}
        >
          {filterLabel(field, value)}
          <IconChevronDown size={16} stroke={2} className={classes.arrow} />
        </button>
      </MenuButton>
    </div>
  );
}
