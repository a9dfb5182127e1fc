import { useMantineColorScheme } from '@mantine/core';
import { IconDeviceDesktop, IconInfoCircle, IconLogout, IconMoon, IconSun, IconUserCircle } from '@tabler/icons-react';
import { Link } from 'react-router';
import { Avatar } from '../components/Avatar.tsx';
import { useMenu } from '../components/useMenu.ts';
import { useUsers } from '../features/users/users.store.ts';
import { useOpenDialog } from '../lib/dialogUrl.ts';
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
  const openDialog = useOpenDialog();
  const { isOpen, toggle, close, root, handleKeyDown } = useMenu();

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the menu inside
    <div ref={root} className={classes.root} onKeyDown={handleKeyDown}>
      <button
        type="button"
        className={classes.target}
        aria-label="Account menu"
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={toggle}
      >
        <Avatar person={viewer} size={36} />
      </button>
      {isOpen && (
        <div className={classes.dropdown}>
          {viewer && (
            <p className={classes.who}>
              <span className={classes.name}>{displayName(viewer)}</span>
              {displayName(viewer) !== viewer.email && <span>{viewer.email}</span>}
            </p>
          )}
          <div role="menu" aria-label="Account">
            <Link to="/account" role="menuitem" tabIndex={-1} className={classes.entry} onClick={() => close(false)}>
              <IconUserCircle size={18} stroke={1.75} />
              Account
            </Link>
            <button
              type="button"
              role="menuitem"
              tabIndex={-1}
              className={classes.entry}
              onClick={() => {
                // The button, which stays, is where the focus returns to from the dialog.
                close();
                openDialog({ about: '1' });
              }}
            >
              <IconInfoCircle size={18} stroke={1.75} />
              About
            </button>
            <a href="/api/logout" role="menuitem" tabIndex={-1} className={classes.entry}>
              <IconLogout size={18} stroke={1.75} />
              Log out
            </a>
            {/* biome-ignore lint/a11y/useSemanticElements: a fieldset may not stand in a menu */}
            <div role="group" aria-label="Appearance" className={classes.schemes}>
              {schemes.map(({ value, label, Icon }) => (
                <button
                  key={value}
                  type="button"
                  role="menuitemradio"
                  tabIndex={-1}
                  className={classes.scheme}
                  aria-checked={colorScheme === value}
                  onClick={() => setColorScheme(value)}
                >
                  <Icon size={18} stroke={1.75} />
                  {label}
                </button>
              ))}
            </div>
          </div>
        </div>
      )}
    </div>
  );
}
