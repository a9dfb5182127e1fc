import '@mantine/core/styles/Chip.layer.css';
import { Chip } from '@mantine/core';
import { TextInput } from '../../../components/controls/TextInput.tsx';
import { calendarDay } from '../../../lib/dates.ts';
import { type When, type WhenChoice, whenChoices } from '../playTime.ts';
import classes from './record.module.css';

const labels: Record<WhenChoice, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  date: 'On a date',
  unknown: "Don't remember",
};

interface WhenFieldsProps {
  value: When;
  onChange: (value: When) => void;
}

/** When a title was watched. */
export function WhenFields({ value, onChange }: WhenFieldsProps) {
  const handleChoice = (choice: string) => {
    const known = whenChoices.find((one) => one === choice);
    if (known) onChange({ ...value, choice: known });
  };
  return (
    <>
      <fieldset className={classes.group}>
        <legend className={classes.legend}>When?</legend>
        <Chip.Group value={value.choice} onChange={handleChoice}>
          {whenChoices.map((choice) => (
            <Chip key={choice} value={choice} classNames={{ label: classes.chip }}>
              {labels[choice]}
            </Chip>
          ))}
        </Chip.Group>
      </fieldset>
      {value.choice === 'date' && (
        <TextInput
          type="date"
          label="Date"
          className={classes.date}
          value={value.date}
          max={calendarDay(new Date())}
          onChange={(event) => onChange({ ...value, date: event.currentTarget.value })}
        />
      )}
    </>
  );
}
