import { useCallback, useEffect, useMemo } from 'react';
import type { FamilyKey } from '../../../common/families.ts';
import { type TitleFacts, titleKey } from '../../../common/item.ts';
import type { GroupRecommendation } from '../../../common/recommendation.ts';
import type { Replica } from '../../../common/replica.ts';
import { PosterCard } from '../../components/PosterCard.tsx';
import type { PosterPlace } from '../../components/PosterGrid.tsx';
import { titleParam, useOpenDialog, useTitleLink } from '../../lib/dialogUrl.ts';
import { initialOf, memberColour } from '../../lib/person.ts';
import { ratingOf } from '../titles/titleFacts.ts';
import classes from './PickRow.module.css';
import { PickRow } from './PickRow.tsx';
import { useRecommendations } from './recommendation.store.ts';

const LINE = 36;
const LINES_SHOWN = 3;
/** A little wider than other rows: a line for each person has to fit below. */
const WIDTHS = [172, 172] as const;

interface FitsEveryoneRowProps {
  replica: Replica;
  family: FamilyKey;
  /** Puts a title into this list; without it the plus asks which list. */
  onAdd?: ((title: TitleFacts) => void) | undefined;
}

/** Titles that suit everybody who shares a list, with a line for each of them. Nobody sees it on a list of their own. */
export function FitsEveryoneRow({ replica, family, onAdd }: FitsEveryoneRowProps) {
  const { folder } = replica;
  if (folder.memberCount === 0 || folder.isReviewed) return null;
  return <Row folderId={folder.id} members={folder.memberCount + 1} family={family} onAdd={onAdd} />;
}

interface RowProps extends Omit<FitsEveryoneRowProps, 'replica'> {
  folderId: string;
  members: number;
}

function Row({ folderId, members, family, onAdd }: RowProps) {
  const shelf = useRecommendations((state) => state.forList[folderId]);
  const hidden = useRecommendations((state) => state.hidden);
  const edition = useRecommendations((state) => state.edition);
  const loadForList = useRecommendations((state) => state.loadForList);
  const linkTo = useTitleLink();
  const openDialog = useOpenDialog();
  const captionHeight = LINE * Math.min(members, LINES_SHOWN) + 8 + (members > LINES_SHOWN ? 20 : 0);
  const picks = shelf?.status === 'ready' ? shelf.results : undefined;
  const shown = useMemo(() => picks?.filter((pick) => !hidden[titleKey(pick)]), [picks, hidden]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new editions and other members are reasons to read again
  useEffect(() => {
    loadForList(family, folderId);
  }, [loadForList, family, folderId, edition, members]);

  const renderPoster = useCallback(
    (pick: GroupRecommendation, place: PosterPlace) => {
      const { reasons, ...facts } = pick;
      return (
        <PosterCard
          title={pick.title}
          posterPath={pick.posterPath}
          releaseDate={pick.releaseDate}
          rating={ratingOf(pick)}
          to={linkTo(pick)}
          onAdd={() => (onAdd ? onAdd(facts) : openDialog({ add: titleParam(pick) }))}
          caption={<WhyForEach reasons={reasons} />}
          {...place}
        />
      );
    },
    [linkTo, openDialog, onAdd],
  );

  if (shown?.length === 0) return null;
  return (
    <PickRow
      label="Fits everyone here"
      status={shelf?.status}
      captionHeight={captionHeight}
      onRetry={() => loadForList(family, folderId)}
      picks={shown}
      renderPoster={renderPoster}
      widths={WIDTHS}
    />
  );
}

function WhyForEach({ reasons }: { reasons: GroupRecommendation['reasons'] }) {
  const others = reasons.length - LINES_SHOWN;
  return (
    <ul className={classes.people} aria-label="Why it fits">
      {reasons.slice(0, LINES_SHOWN).map(({ user, text }) => (
        <li key={user.id} className={classes.person} title={text}>
          <span className={classes.initial} style={{ '--ring': memberColour(user.id) }} aria-hidden="true">
            {initialOf({ firstName: user.firstName ?? user.username, email: null })}
          </span>
          <span>{text}</span>
        </li>
      ))}
      {others > 0 && <li className={classes.person}>and {others} more</li>}
    </ul>
  );
}
