import type { CastMember } from '../../../common/title.ts';
import { dominantColour } from '../../lib/images.ts';
import classes from './CastScroller.module.css';
import { Portrait } from './Portrait.tsx';

export const CAST_SHOWN = 20;

/** The first twenty of the cast as round faces that scroll sideways. */
export function CastScroller({ cast }: { cast: readonly CastMember[] }) {
  return (
    <ul className={classes.cast} aria-label="Cast">
      {cast.slice(0, CAST_SHOWN).map((member) => (
        <li key={`${member.id}-${member.order}`} className={classes.member}>
          <span className={classes.face} style={{ backgroundColor: dominantColour(member.profile_path) }}>
            <Portrait name={member.name} path={member.profile_path} width={88} />
          </span>
          <span className={classes.name}>{member.name}</span>
          <span className={classes.role}>{member.character}</span>
        </li>
      ))}
    </ul>
  );
}
