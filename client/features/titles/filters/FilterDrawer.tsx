import { Button, Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import '../../../components/dialogs/modal.ts';
import bar from './FilterBar.module.css';
import classes from './FilterDrawer.module.css';
import type { FilterMenuProps } from './FilterMenu.tsx';
import { chosenValues, toggled } from './titleFilters.ts';

interface FilterDrawerProps {
  filters: readonly FilterMenuProps[];
  onClear: () => void;
  onClose: () => void;
  /** The words of the button that closes it: 'Show movies'. */
  closeLabel: string;
  /** Below the filters. */
  children?: ReactNode;
}

/** All filters in a bottom drawer on phones. Each choice applies immediately. */
export function FilterDrawer({ filters, onClear, onClose, closeLabel, children }: FilterDrawerProps) {
  const hasChosen = filters.some(({ field, value }) => chosenValues(field, value).length > 0);
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
      {filters.map((filter) => (
        <Choices key={filter.field.name} {...filter} />
      ))}
      {children}
      <div className={classes.actions}>
        <Button variant="default" disabled={!hasChosen} onClick={onClear}>
          Clear filters
        </Button>
        <Button onClick={onClose}>{closeLabel}</Button>
      </div>
    </Drawer>
  );
}

function Choices({ field, value, onChange }: FilterMenuProps) {
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
