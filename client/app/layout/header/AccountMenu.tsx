import { Menu, useMantineColorScheme } from '@mantine/core';
import {
  IconBook2,
  IconCalendar,
  IconChartBar,
  IconDeviceDesktop,
  IconDeviceMobileDown,
  IconInfoCircle,
  IconKeyboard,
  IconLogout,
  IconMoon,
  IconPlayerTrackNext,
  IconSettings,
  IconSun,
  IconUserCircle,
} from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { DropdownMenu } from '../../../components/menu/DropdownMenu.tsx';
import { type MenuProps, opensDialog } from '../../../components/menu/MenuButton.tsx';
import { logOut } from '../../../features/account/logOut.ts';
import { useUsers } from '../../../features/users/users.store.ts';
import { useOpenDialog } from '../../../lib/page/dialogUrl.ts';
import { useInstall } from '../../../lib/page/install.ts';
import { displayName } from '../../../lib/person.ts';
import classes from './AccountMenu.module.css';

const schemes = [
  { value: 'dark', label: 'Dark', Icon: IconMoon },
  { value: 'light', label: 'Light', Icon: IconSun },
  { value: 'auto', label: 'System', Icon: IconDeviceDesktop },
] as const;

/** Account, Up next, diary, calendar, Your year, keyboard shortcuts, About, Log out and the color scheme. */
export function AccountMenu({ button, target }: MenuProps) {
  const viewer = useUsers((state) => state.viewer);
  const openDialog = useOpenDialog();
  const opens = (name: 'about' | 'shortcuts') => opensDialog(target, () => openDialog({ [name]: '1' }));

  return (
    <DropdownMenu
      button={button}
      target={target}
      className={classes.menu}
      position="bottom-end"
      offset={10}
      width={240}
    >
      {viewer && (
        <Menu.Label className={classes.who}>
          <bdi className={classes.name}>{displayName(viewer)}</bdi>
          {displayName(viewer) !== viewer.email && <span>{viewer.email}</span>}
        </Menu.Label>
      )}
      <Menu.Item component={Link} to="/account" leftSection={<IconUserCircle />}>
        Account
      </Menu.Item>
      <Menu.Item component={Link} to="/up-next" leftSection={<IconPlayerTrackNext />}>
        Up next
      </Menu.Item>
      <Menu.Item component={Link} to="/diary" leftSection={<IconBook2 />}>
        Diary
      </Menu.Item>
      <Menu.Item component={Link} to="/calendar" leftSection={<IconCalendar />}>
        Calendar
      </Menu.Item>
      <Menu.Item component={Link} to="/statistics" leftSection={<IconChartBar />}>
        Your year
      </Menu.Item>
      {viewer?.isOperator && (
        <Menu.Item component={Link} to="/admin" leftSection={<IconSettings />}>
          Run this site
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconKeyboard />}
        rightSection={<span className="dim">?</span>}
        onClick={opens('shortcuts')}
      >
        Keyboard shortcuts
      </Menu.Item>
      <InstallItem />
      <Menu.Item leftSection={<IconInfoCircle />} onClick={opens('about')}>
        About
      </Menu.Item>
      <Menu.Item
        component="a"
        href="/api/logout"
        leftSection={<IconLogout />}
        onClick={(event) => {
          // The question gives the focus back to it.
          target.current?.focus();
          logOut(event);
        }}
      >
        Log out
      </Menu.Item>
      <SchemeChoice />
    </DropdownMenu>
  );
}

/** Installs Marquee. Where only the person can do that, it leads to where the account says how. */
function InstallItem() {
  const install = useInstall();
  const icon = <IconDeviceMobileDown />;
  if (!install) return null;
  return install === 'by hand' ? (
    <Menu.Item component={Link} to="/account" leftSection={icon}>
      Install Marquee
    </Menu.Item>
  ) : (
    <Menu.Item leftSection={icon} onClick={install}>
      Install Marquee
    </Menu.Item>
  );
}

/** Dark, light, or as the system is set. */
function SchemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    // biome-ignore lint/a11y/useSemanticElements: a menu may not contain a fieldset
    <div role="group" aria-label="Appearance" className={classes.schemes}>
      {schemes.map(({ value, label, Icon }) => (
        <Menu.RadioItem
          key={value}
          value={value}
          className={classes.scheme}
          checked={colorScheme === value}
          onChange={() => setColorScheme(value)}
        >
          <Icon size={18} stroke={1.75} />
          {label}
        </Menu.RadioItem>
      ))}
    </div>
  );
}
