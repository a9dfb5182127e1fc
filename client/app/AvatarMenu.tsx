import { Menu, useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Avatar } from '../components/Avatar.tsx';
import { useUsers } from '../features/users/users.store.ts';
import { displayName } from '../lib/person.ts';
import classes from './AvatarMenu.module.css';

const schemes = [
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Account, Log out, and the light that the lobby is shown in. */
export function AvatarMenu() {
  const viewer = useUsers((state) => state.viewer);
  const { colorScheme, setColorScheme } = useMantineColorScheme();

  return (
    <Menu position="bottom-end" width={232} offset={10} transitionProps={{ duration: 120 }}>
      <Menu.Target>
        <button type="button" className={classes.target} aria-label="Account menu">
          <Avatar person={viewer} size={36} />
        </button>
      </Menu.Target>
      <Menu.Dropdown className={classes.dropdown}>
        {viewer && (
          <Menu.Label className={classes.who}>
            <span className={classes.name}>{displayName(viewer)}</span>
            {displayName(viewer) !== viewer.email && <span>{viewer.email}</span>}
          </Menu.Label>
        )}
        <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle size={18} stroke={1.75} />}>
          Account
        </Menu.Item>
        <Menu.Item component="a" href="/api/logout" leftSection={<IconLogout size={18} stroke={1.75} />}>
          Log out
        </Menu.Item>
        <Menu.Divider />
        <fieldset className={classes.schemes}>
          <legend className="visually-hidden">Appearance</legend>
          {schemes.map(({ value, label, Icon }) => (
            <button
              key={value}
              type="button"
              className={classes.scheme}
              aria-pressed={colorScheme === value}
              onClick={() => setColorScheme(value)}
            >
              <Icon size={18} stroke={1.75} />
              {label}
            </button>
          ))}
        </fieldset>
      </Menu.Dropdown>
    </Menu>
  );
}
