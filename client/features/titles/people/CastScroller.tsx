import { Link, useLocation } from 'react-router-dom';
import type { CastMember } from '../../../../common/schemas/title.ts';
import { useRovingFocus } from '../../../components/focus/useRovingFocus.ts';
import { dominantColour } from '../../../lib/images.ts';
import { useDeeperState, withParams } from '../../../lib/page/dialogUrl.ts';
import classes from './CastScroller.module.css';
import { Portrait } from './Portrait.tsx';

const CAST_SHOWN = 20;

/** The first twenty of the cast as round portraits that scroll sideways. */
export function CastScroller({ cast }: { cast: readonly CastMember[] }) {
  const { search } = useLocation();
  const deeper = useDeeperState();
  const shown = cast.slice(0, CAST_SHOWN);
  const { containerProps, tabIndexOf } = useRovingFocus<HTMLUListElement>(shown.length);
  const linkTo = (id: number) => ({ search: withParams(search, { title: null, folder: null, actor: String(id) }) });

  return (
    <ul className={classes.cast} aria-label="Cast" {...containerProps}>
      {shown.map((member, index) => (
        <li key={`${member.id}-${member.order}`}>
          <Link
            className={classes.member}
            to={linkTo(member.id)}
            state={deeper}
            preventScrollReset
            tabIndex={tabIndexOf(index)}
          >
            <span className={classes.face} style={{ backgroundColor: dominantColour(member.profile_path) }}>
              <Portrait name={member.name} path={member.profile_path} width={88} />
            </span>
            <bdi className={classes.name}>{member.name}</bdi>
            <span className={classes.role}>{member.character}</span>
          </Link>
        </li>
      ))}
    </ul>
  );
}
