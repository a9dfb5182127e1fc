import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import { SegmentedFilter } from '../../../components/controls/SegmentedFilter.tsx';
import classes from './AppearanceRow.module.css';
import { SettingsRow } from './SettingsRow.tsx';

const schemes = [
  { value: 'dark', name: 'Dark', Icon: IconMoon },
  { value: 'light', name: 'Light', Icon: IconSun },
  { value: 'auto', name: 'System', Icon: IconDeviceDesktop },
] as const;

const choices = schemes.map(({ value, name, Icon }) => ({
  value,
  label: (
    <span className={classes.choice}>
      <Icon size={18} stroke={1.75} />
      {name}
    </span>
  ),
}));

/** Dark, light or the device's setting. It is here too because phones have no avatar menu. */
export function AppearanceRow() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SettingsRow label="Appearance">
      <div className={classes.choices}>
        <SegmentedFilter choices={choices} value={colorScheme} onChange={setColorScheme} label="Appearance" />
      </div>
    </SettingsRow>
  );
}
