import { IconCheck, IconChevronDown } from '@tabler/icons-react';
import { useMenu } from '../../components/useMenu.ts';
import bar from './FilterBar.module.css';
import classes from './FilterMenu.module.css';
import { chosenValues, type FilterField, filterLabel, toggled } from './titleFilters.ts';

interface FilterMenuProps {
  field: FilterField;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** One filter as a round button with its choices under it; where several may be chosen it stays open. */
export function FilterMenu({ field, value, onChange }: FilterMenuProps) {
  const { isOpen, toggle, close, root, handleKeyDown } = useMenu();
  const chosen = chosenValues(field, value);
  const isMany = field.most > 1;
  const role: 'menuitemcheckbox' | 'menuitemradio' = isMany ? 'menuitemcheckbox' : 'menuitemradio';

  const handleChoice = (next: string | null) => {
    onChange(next);
    if (!isMany) close();
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the menu inside
    <div ref={root} className={classes.root} onKeyDown={handleKeyDown}>
      <button
        type="button"
        className={bar.pill}
        data-chosen={chosen.length > 0 || undefined}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={chosen.length > 0 ? `${field.label}: ${filterLabel(field, value)}` : field.label}
        onClick={toggle}
      >
        {filterLabel(field, value)}
        <IconChevronDown size={16} stroke={2} className={classes.arrow} />
      </button>
      {isOpen && (
        <div role="menu" aria-label={field.label} className={classes.menu} data-wide={isMany || undefined}>
          <button
            type="button"
            role="menuitemradio"
            tabIndex={-1}
            className={classes.choice}
            aria-checked={chosen.length === 0}
            onClick={() => handleChoice(null)}
          >
            <Check isOn={chosen.length === 0} />
            {field.usual}
          </button>
          {field.choices.map((choice) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: either of the two roles has it
            <button
              key={choice.value}
              type="button"
              role={role}
              tabIndex={-1}
              className={classes.choice}
              aria-checked={chosen.includes(choice.value)}
              onClick={() => handleChoice(toggled(field, value, choice.value))}
            >
              <Check isOn={chosen.includes(choice.value)} />
              {choice.label}
            </button>
          ))}
        </div>
      )}
    </div>
  );
}

function Check({ isOn }: { isOn: boolean }) {
  return <IconCheck size={16} stroke={2} className={classes.check} data-on={isOn || undefined} />;
}
