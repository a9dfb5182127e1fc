import { IconAdjustmentsHorizontal, IconX } from '@tabler/icons-react';
import { useState } from 'react';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { PHONE, useMediaQuery } from '../../../lib/page/useMediaQuery.ts';
import classes from './FilterBar.module.css';
import { FilterMenu, type FilterMenuProps } from './FilterMenu.tsx';
import { chosenValues, type FilterBarProps, filterFields, toggled } from './titleFilters.ts';

const FilterDrawer = lazyDialog(() => import('./FilterDrawer.tsx'), 'FilterDrawer');

/** The filters of popular titles: a row of menus; on phones a button for a drawer, with the chosen filters next to it. */
export function FilterBar(props: FilterBarProps) {
  const isPhone = useMediaQuery(PHONE);
  return (
    <section className={classes.bar} aria-label="Filters">
      {isPhone ? <PhoneBar {...props} /> : <Menus {...props} />}
    </section>
  );
}

function menusOf({ mediaType, filters, onChange }: FilterBarProps): FilterMenuProps[] {
  return filterFields[mediaType].map((field) => ({
    field,
    value: filters[field.name],
    onChange: (value) => onChange({ [field.name]: value }),
  }));
}

function Menus(props: FilterBarProps) {
  return (
    <>
      {menusOf(props).map((menu) => (
        <FilterMenu key={menu.field.name} {...menu} />
      ))}
      {Object.keys(props.filters).length > 0 && <ClearButton onClear={props.onClear} />}
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
  const { mediaType, onClear } = props;
  const [isOpen, setOpen] = useState(false);
  const menus = menusOf(props);
  const chosen = menus.flatMap(({ field, value, onChange }) =>
    chosenValues(field, value).map((one) => ({
      key: `${field.name}-${one}`,
      label: field.choices.find((choice) => choice.value === one)?.label ?? one,
      remove: () => onChange(toggled(field, value, one)),
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
      {chosen.map(({ key, label, remove }) => (
        <button key={key} type="button" className={classes.pill} aria-label={`Remove filter ${label}`} onClick={remove}>
          {label}
          <IconX size={14} stroke={2} />
        </button>
      ))}
      {chosen.length > 1 && <ClearButton onClear={onClear} />}
      {isOpen && (
        <FilterDrawer
          filters={menus}
          onClear={onClear}
          onClose={() => setOpen(false)}
          closeLabel={mediaType === 'movie' ? 'Show movies' : 'Show TV shows'}
        />
      )}
    </>
  );
}
