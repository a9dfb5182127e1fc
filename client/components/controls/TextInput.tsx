import '@mantine/core/styles/Input.layer.css';
import './input.css';

/** Mantine's TextInput with its styles, which the first screen does not need. */
export { TextInput } from '@mantine/core';
