// Mantine's Radio with its stylesheets, which load with the dialogs that have one.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Radio.layer.css';
import './radio.css';

export { Radio } from '@mantine/core';
