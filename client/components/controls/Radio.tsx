// Mantine's Radio with its stylesheets, which load with the dialogs that have one.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import './radio.css';
import { Radio } from '@mantine/core';

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
  const handleChange = (next: string) => {
    const chosen = choices.find((choice) => choice.value === next);
    if (chosen) onChange(chosen.value);
  };
  return (
    <Radio.Group value={value} onChange={handleChange} {...name}>
      <div className={className}>
        {choices.map((choice) => (
          <Radio key={choice.value} {...choice} />
        ))}
      </div>
    </Radio.Group>
  );
}
