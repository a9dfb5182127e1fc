import { Button, Drawer } from '@mantine/core';
import '../../../components/dialogs/modal.ts';
import bar from './FilterBar.module.css';
import classes from './FilterDrawer.module.css';
import { chosenValues, type FilterBarProps, type FilterField, filterFields, toggled } from './titleFilters.ts';

export interface FilterDrawerProps extends FilterBarProps {
  onClose: () => void;
}

/** All filters in a bottom drawer on phones. Each choice applies immediately. */
export function FilterDrawer({ mediaType, filters, onChange, onClear, onClose }: FilterDrawerProps) {
  return (
    <Drawer
      opened
      onClose={onClose}
      title="Filters"
      position="bottom"
      size="auto"
      closeButtonProps={{ 'aria-label': 'Close' }}
      classNames={{ content: classes.content, body: classes.body }}
    >
      {filterFields[mediaType].map((field) => (
        <Choices
          key={field.name}
          field={field}
          value={filters[field.name]}
          onChange={(value) => onChange({ [field.name]: value })}
        />
      ))}
      <div className={classes.actions}>
        <Button variant="default" disabled={Object.keys(filters).length === 0} onClick={onClear}>
          Clear filters
        </Button>
        <Button onClick={onClose}>Show {mediaType === 'movie' ? 'movies' : 'TV shows'}</Button>
      </div>
    </Drawer>
  );
}

interface ChoicesProps {
  field: FilterField;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

function Choices({ field, value, onChange }: ChoicesProps) {
  const chosen = chosenValues(field, value);
  return (
    <fieldset className={classes.field}>
      <legend className={classes.label}>{field.label}</legend>
      <div className={classes.chips}>
        <button
          type="button"
          className={bar.pill}
          data-chosen={chosen.length === 0 || undefined}
          aria-pressed={chosen.length === 0}
          onClick={() => onChange(null)}
        >
          {field.usual}
        </button>
        {field.choices.map((choice) => (
          <button
            key={choice.value}
            type="button"
            className={bar.pill}
            data-chosen={chosen.includes(choice.value) || undefined}
            aria-pressed={chosen.includes(choice.value)}
            onClick={() => onChange(toggled(field, value, choice.value))}
          >
            {choice.label}
          </button>
        ))}
      </div>
    </fieldset>
  );
}
