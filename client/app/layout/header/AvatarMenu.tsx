import { Avatar } from '../../../components/Avatar.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { MenuButton, type MenuProps } from '../../../components/menu/MenuButton.tsx';
import { useUsers } from '../../../features/users/users.store.ts';
import classes from './AvatarMenu.module.css';

const AccountMenu = lazyDialog<MenuProps>(() => import('./AccountMenu.tsx').then((file) => file.AccountMenu));

/** The viewer's picture, which opens the account menu. */
export function AvatarMenu() {
  const viewer = useUsers((state) => state.viewer);
  return (
    <div className={classes.root}>
      <MenuButton renderMenu={(props) => <AccountMenu {...props} />}>
        <button type="button" className={classes.target} aria-label="Account menu">
          <Avatar person={viewer} size={36} />
        </button>
      </MenuButton>
    </div>
  );
}
