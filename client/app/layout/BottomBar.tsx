import { IconCompass, IconPlus, IconStack2, IconUserCircle, IconUsers } from '@tabler/icons-react';
import { InvitationMark } from '../../features/folders/sharing/InvitationMark.tsx';
import { useCreateActionStore } from '../../lib/page/createAction.ts';
import classes from './BottomBar.module.css';
import { PlaceLink } from './PlaceLink.tsx';

/** Keeps the bar in place while a dialog locks scrolling. Given by name, because the package itself loads with the first dialog. */
const STAYS_PUT = 'right-scroll-bar-position';

/** The navigation on phones; hidden from 768 px up. */
export function BottomBar() {
  const create = useCreateActionStore((state) => state.create);
  return (
    <nav className={`${classes.bar} ${STAYS_PUT}`} aria-label="Primary">
      <PlaceLink to="/" className={classes.entry}>
        <IconCompass size={22} stroke={1.75} />
        Discover
      </PlaceLink>
      <PlaceLink to="/my-list" className={classes.entry}>
        <InvitationMark>
          <IconStack2 size={22} stroke={1.75} />
        </InvitationMark>
        My List
      </PlaceLink>
      <PlaceLink to="/users" className={classes.entry}>
        <IconUsers size={22} stroke={1.75} />
        Users
      </PlaceLink>
      {create && (
        <button type="button" className={classes.entry} onClick={create}>
          <span className={classes.plus}>
            <IconPlus size={20} stroke={2} />
          </span>
          New
        </button>
      )}
      <PlaceLink to="/account" className={classes.entry}>
        <IconUserCircle size={22} stroke={1.75} />
        Account
      </PlaceLink>
    </nav>
  );
}
