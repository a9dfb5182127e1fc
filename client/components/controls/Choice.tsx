import '@mantine/core/styles/Input.layer.css';
import './input.css';

/** Mantine's NativeSelect with its styles, which the first screen does not need. */
export { NativeSelect as Choice } from '@mantine/core';

/** The value of the chosen option, which a select gives as any text. */
export function chosen<Value extends string>(choices: readonly { value: Value }[], value: string): Value | undefined {
  return choices.find((choice) => choice.value === value)?.value;
}
