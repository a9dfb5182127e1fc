import { IconPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useId, useMemo, useState } from 'react';
import { Link } from 'react-router-dom';
import type { FamilyKey } from '../../../common/families.ts';
import type { Replica } from '../../../common/replica/replica.ts';
import type { TitleFacts } from '../../../common/schemas/item.ts';
import type { GroupRecommendation } from '../../../common/schemas/recommendation.ts';
import { titleKey } from '../../../common/titleKey.ts';
import { Skeleton } from '../../components/feedback/Skeletons.tsx';
import { useMemberColour } from '../../components/MemberColours.tsx';
import { PosterImage } from '../../components/posters/PosterCard.tsx';
import { dialogState, useTitleLink } from '../../lib/page/dialogUrl.ts';
import { displayName, initialOf, type Person } from '../../lib/person.ts';
import classes from './FitsEveryoneList.module.css';
import { useHiddenPicks } from './hiddenPicks.store.ts';
import { groupPicksQuery } from './recommendation.queries.ts';

const FIRST = 4;

interface FitsEveryoneListProps {
  replica: Replica;
  family: FamilyKey;
  /** The titles that are already in the list, by titleKey. */
  present: ReadonlySet<string>;
  onAdd: (title: TitleFacts) => void;
}

/** Titles that suit everyone who shares a list. Smaller than the posters of the list. Hidden on lists that are not shared. */
export function FitsEveryoneList(props: FitsEveryoneListProps) {
  return isForOne(props.replica) ? null : <List {...props} />;
}

function List({ replica: { folder }, family, present, onAdd }: FitsEveryoneListProps) {
  const { shown, hasFailed, reload } = useFitting(family, folder);
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const picks = shown?.filter((pick) => !present.has(titleKey(pick)));

  if (picks?.length === 0) return null;
  return (
    <section className={classes.section} aria-label="Good for everyone here">
      <div className={classes.head}>
        <h2>Good for everyone here</h2>
        {picks && picks.length > FIRST && (
          <button
            type="button"
            className={classes.toggle}
            aria-expanded={isOpen}
            aria-controls={listId}
            onClick={() => setOpen(!isOpen)}
          >
            {isOpen ? 'Show fewer' : `Show all ${picks.length}`}
          </button>
        )}
      </div>
      {hasFailed && !shown && (
        <p className="hint">
          Couldn’t load the picks.{' '}
          <button type="button" className={classes.toggle} onClick={() => reload()}>
            Try again
          </button>
        </p>
      )}
      {!shown && !hasFailed && <Loading />}
      {picks && (
        <ul id={listId} className={classes.list} data-open={isOpen || undefined}>
          {picks.slice(0, isOpen ? undefined : FIRST).map((pick) => (
            <li key={titleKey(pick)}>
              <Pick pick={pick} onAdd={onAdd} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Pick({ pick, onAdd }: { pick: GroupRecommendation; onAdd: FitsEveryoneListProps['onAdd'] }) {
  const { reasons, ...facts } = pick;
  const linkTo = useTitleLink();
  return (
    <div className={classes.pick}>
      <span className={classes.poster}>
        <PosterImage title="" path={pick.posterPath} width={56} />
      </span>
      <div className={classes.text}>
        <p className={classes.title}>
          <Link to={linkTo(pick)} state={dialogState} preventScrollReset>
            <bdi>{pick.title}</bdi>
          </Link>{' '}
          <span className={classes.year}>{pick.releaseDate?.slice(0, 4)}</span>
        </p>
        <WhyForEach reasons={reasons} />
      </div>
      <button type="button" className={classes.add} aria-label={`Add ${pick.title}`} onClick={() => onAdd(facts)}>
        <IconPlus size={18} stroke={2} />
      </button>
    </div>
  );
}

function Loading() {
  return (
    <div className={classes.list} role="status" aria-label="Loading Good for everyone here">
      {Array.from({ length: FIRST }, (_, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: they are identical and never move
        <Skeleton key={index} height={102} radius={12} />
      ))}
    </div>
  );
}

const OTHERS_SHOWN = 6;

/** Why a title suits each person who shares the list: the viewer's reason, and the others' initials with theirs as a hint. */
function WhyForEach({ reasons }: Pick<GroupRecommendation, 'reasons'>) {
  const [best, ...others] = reasons;
  const more = others.length - OTHERS_SHOWN;
  return (
    <ul className={classes.people} aria-label="Why it fits">
      {best && (
        <li className={classes.best} title={best.text}>
          <Initial person={best.user} />
          <span className={classes.whyForEachText}>{best.text}</span>
        </li>
      )}
      {others.slice(0, OTHERS_SHOWN).map(({ user, text }) => (
        <li key={user.id} title={text}>
          <Initial person={user} />
          <span className="visually-hidden">{text}</span>
        </li>
      ))}
      {more > 0 && <li className={classes.more}>+{more}</li>}
    </ul>
  );
}

function Initial({ person }: { person: Person }) {
  const colourOf = useMemberColour();
  return (
    <span
      className={classes.initial}
      style={{ '--ring': colourOf(person.id) }}
      role="img"
      aria-label={displayName(person)}
    >
      {initialOf({ firstName: person.firstName ?? person.username, email: null })}
    </span>
  );
}

/** False for lists that are not shared and for Reviewed. */
const isForOne = ({ folder }: Replica) => folder.memberCount === 0 || folder.isReviewed;

/** Recommendations for everyone who shares a list. */
function useFitting(family: FamilyKey, folder: Replica['folder']) {
  const { data: picks, isError, refetch } = useQuery(groupPicksQuery(family, folder));
  const hidden = useHiddenPicks((state) => state.hidden);
  const shown = useMemo(() => picks?.filter((pick) => !hidden[titleKey(pick)]), [picks, hidden]);
  return { shown, hasFailed: isError, reload: refetch };
}
