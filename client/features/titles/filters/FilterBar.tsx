import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { PHONE, useMediaQuery } from '../../../lib/page/useMediaQuery.ts';
import classes from './FilterBar.module.css';
import type { FilterDrawerProps } from './FilterDrawer.tsx';
import { FilterMenu } from './FilterMenu.tsx';
import { chosenValues, type FilterBarProps, filterFields, toggled } from './titleFilters.ts';

const FilterDrawer = lazyDialog<FilterDrawerProps>(() =>
  import('./FilterDrawer.tsx').then((file) => file.FilterDrawer),
);

/** The filters of popular titles: a row of menus; on phones a button for a drawer, with the chosen filters next to it. */
export function FilterBar(props: FilterBarProps) {
  const isPhone = useMediaQuery(PHONE);
  return (
    <section className={classes.bar} aria-label="Filters">
      {isPhone ? <PhoneBar {...props} /> : <Menus {...props} />}
    </section>
  );
}

function Menus({ mediaType, filters, onChange, onClear }: FilterBarProps) {
  return (
    <>
      {filterFields[mediaType].map((field) => (
        <FilterMenu
          key={field.name}
          field={field}
          value={filters[field.name]}
          onChange={(value) => onChange({ [field.name]: value })}
        />
      ))}
      {Object.keys(filters).length > 0 && <ClearButton onClear={onClear} />}
    </>
  );
}

function ClearButton({ onClear }: { onClear: () => void }) {
  return (
    <button type="button" className={classes.clear} onClick={onClear}>
      Clear filters
    </button>
  );
}

function PhoneBar(props: FilterBarProps) {
  const { mediaType, filters, onChange, onClear } = props;
  const [isOpen, setOpen] = useState(false);
  const chosen = filterFields[mediaType].flatMap((field) =>
    chosenValues(field, filters[field.name]).map((value) => ({
      field,
      value,
      label: field.choices.find((choice) => choice.value === value)?.label ?? value,
    })),
  );

  return (
    <>
      <button
        type="button"
        className={classes.pill}
        data-chosen={chosen.length > 0 || undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        <IconAdjustmentsHorizontal size={18} stroke={1.75} />
        Filters
        {chosen.length > 0 && <span className={classes.count}>{chosen.length}</span>}
      </button>
      {chosen.map(({ field, value, label }) => (
        <button
          key={`${field.name}-${value}`}
          type="button"
          className={classes.pill}
          aria-label={`Remove filter ${label}`}
          onClick={() => onChange({ [field.name]: toggled(field, filters[field.name], value) })}
        >
          {label}
          <IconX size={14} stroke={2} />
        </button>
      ))}
      {chosen.length > 1 && <ClearButton onClear={onClear} />}
      {isOpen && <FilterDrawer {...props} onClose={() => setOpen(false)} />}
    </>
  );
}
