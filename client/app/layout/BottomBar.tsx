import { IconCompass, IconPlus, IconStack2, IconUserCircle, IconUsers } from '@tabler/icons-react';
import { InvitationMark } from '../../features/folders/sharing/InvitationMark.tsx';
import { useCreateActionStore } from '../../lib/page/createAction.ts';
import classes from './BottomBar.module.css';
import { PlaceLink } from './PlaceLink.tsx';

/** Keeps the bar in place while a dialog locks scrolling. Given by name, because the package itself loads with the first dialog. */
const STAYS_PUT = 'right-scroll-bar-position';

/** The navigation on phones; hidden from 768 px up. Without a create action, the place of 'New' stays empty, so that no entry moves. */
export function BottomBar() {
  const create = useCreateActionStore((state) => state.create);
  return (
    <nav className={`${classes.bar} stays-in-view not-on-paper ${STAYS_PUT}`} aria-label="Primary">
      <PlaceLink to="/" className={classes.entry}>
        <span className={classes.icon}>
          <IconCompass size={22} stroke={1.75} />
        </span>
        Discover
      </PlaceLink>
      <PlaceLink to="/my-list" className={classes.entry}>
        <span className={classes.icon}>
          <InvitationMark>
            <IconStack2 size={22} stroke={1.75} />
          </InvitationMark>
        </span>
        My List
      </PlaceLink>
      <PlaceLink to="/users" className={classes.entry}>
        <span className={classes.icon}>
          <IconUsers size={22} stroke={1.75} />
        </span>
        Users
      </PlaceLink>
      {create ? (
        <button type="button" className={classes.entry} onClick={create}>
          <span className={classes.icon} data-filled>
            <IconPlus size={20} stroke={2} />
          </span>
          New
        </button>
      ) : (
        <span />
      )}
      <PlaceLink to="/account" className={classes.entry}>
        <span className={classes.icon}>
          <IconUserCircle size={22} stroke={1.75} />
        </span>
        Account
      </PlaceLink>
    </nav>
  );
}
