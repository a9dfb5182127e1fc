import { Menu } from '@mantine/core';
import { DropdownMenu } from '../../../components/menu/DropdownMenu.tsx';
import type { MenuProps } from '../../../components/menu/MenuButton.tsx';
import classes from './FilterChoices.module.css';
import { chosenValues, type FilterField, toggled } from './titleFilters.ts';

interface FilterChoicesProps extends MenuProps {
  field: FilterField<string>;
  value: string | undefined;
  onChange: (value: string | null) => void;
}

/** The choices of one filter; where several may be chosen the menu stays open. */
export function FilterChoices({ button, target, field, value, onChange }: FilterChoicesProps) {
  const chosen = chosenValues(field, value);
  const isMany = field.most > 1;
  const Choice = isMany ? Menu.CheckboxItem : Menu.RadioItem;

  return (
    <DropdownMenu
      button={button}
      target={target}
      className={isMany ? classes.inTwo : classes.menu}
      position="bottom-start"
      width={isMany ? 380 : undefined}
    >
      <Menu.RadioItem value="" checked={chosen.length === 0} closeMenuOnClick={!isMany} onClick={() => onChange(null)}>
        {field.usual}
      </Menu.RadioItem>
      {field.choices.map((choice) => (
        <Choice
          key={choice.value}
          value={choice.value}
          checked={chosen.includes(choice.value)}
          closeMenuOnClick={!isMany}
          onClick={() => onChange(toggled(field, value, choice.value))}
        >
          {choice.label}
        </Choice>
      ))}
    </DropdownMenu>
  );
}
