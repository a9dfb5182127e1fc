// Mantine's Switch with its stylesheets, which load with the screens that have one.
import '@mantine/core/styles/InlineInput.layer.css';
import '@mantine/core/styles/Switch.layer.css';
import './switch.css';

export { Switch } from '@mantine/core';
