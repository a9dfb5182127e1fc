import '@mantine/core/styles/Input.layer.css';
import './input.css';

/** Mantine's Textarea with its styles, which the first screen does not need. */
export { Textarea } from '@mantine/core';
