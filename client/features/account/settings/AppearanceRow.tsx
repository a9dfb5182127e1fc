import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react';
import classes from './AppearanceRow.module.css';
import { SettingsRow } from './SettingsRow.tsx';

const schemes = [
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Dark, light or the device's setting. It is here too because phones have no avatar menu. */
export function AppearanceRow() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SettingsRow label="Appearance">
      <div className={classes.choices} role="radiogroup" aria-label="Appearance">
        {schemes.map(({ value, label, Icon }) => (
          <label key={value} className={classes.choice}>
            <input
              type="radio"
              name="appearance"
              value={value}
              checked={colorScheme === value}
              onChange={() => setColorScheme(value)}
            />
            <Icon size={18} stroke={1.75} />
            {label}
          </label>
        ))}
      </div>
    </SettingsRow>
  );
}
