import { Avatar } from '../../../components/Avatar.tsx';
import { Tooltip } from '../../../components/controls/Tooltip.tsx';
import { displayName } from '../../../lib/person.ts';
import classes from './Faces.module.css';
import { useOthersHere } from './presence.ts';

const SHOWN = 5;

/** Avatars of the other users who have the folder open, with their names in a tooltip. */
export function Faces({ folderId }: { folderId: string }) {
  const others = useOthersHere(folderId);
  if (others.length === 0) return null;
  const label = `Here now: ${others.map(({ user }) => displayName(user)).join(', ')}`;
  return (
    <Tooltip label={label}>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the names in the tooltip must be reachable by keyboard */}
      <span className={`${classes.faces} not-on-paper`} role="img" aria-label={label} tabIndex={0}>
        {others.slice(0, SHOWN).map(({ user }) => (
          <span key={user.id} className={classes.face}>
            <Avatar person={user} size={28} hasRing />
          </span>
        ))}
        {others.length > SHOWN && <span className={classes.rest}>+{others.length - SHOWN}</span>}
      </span>
    </Tooltip>
  );
}
