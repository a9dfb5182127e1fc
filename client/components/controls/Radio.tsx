// Mantine's Radio with its stylesheets, which load with the dialogs that have one.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import './radio.css';
import { Radio } from '@mantine/core';
import { useId } from 'react';

export { Radio };

interface RadioListProps<Value extends string> {
  choices: readonly { value: Value; label: string; description?: string }[];
  value: Value | null;
  onChange: (value: Value) => void;
  /** Of the list. */
  className?: string | undefined;
  'aria-label'?: string;
  'aria-labelledby'?: string;
}

/** A choice of one of a few, each on a line of its own. */
export function RadioList<Value extends string>({
  choices,
  value,
  onChange,
  className,
  ...name
}: RadioListProps<Value>) {
  const group = useId();
  // Mantine's own group has no name unless its label is visible.
  return (
    <div role="radiogroup" className={className} {...name}>
      {choices.map((choice) => (
        <Radio
          key={choice.value}
          {...choice}
          name={group}
          checked={choice.value === value}
          onChange={() => onChange(choice.value)}
        />
      ))}
    </div>
  );
}
