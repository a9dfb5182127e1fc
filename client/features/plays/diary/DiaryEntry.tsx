import { ActionIcon } from '@mantine/core';
import { IconDots } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { Play } from '../../../../common/schemas/play.ts';
import { StarRating } from '../../../components/controls/StarRating.tsx';
import { MenuButton } from '../../../components/menu/MenuButton.tsx';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { posterOf } from '../../../lib/images.ts';
import { dialogState, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { displayName } from '../../../lib/person.ts';
import { inWords } from '../../folders/state/wording.ts';
import { dayOf } from '../playTime.ts';
import classes from './DiaryEntry.module.css';
import { DiaryMenu } from './DiaryMenu.tsx';

interface DiaryEntryProps {
  play: Play;
  /** The viewer's stars for the title. */
  stars: number | undefined;
}

const weekday = new Intl.DateTimeFormat('en', { weekday: 'long', timeZone: 'UTC' });

/** 'Friday 20': the month is in the heading. */
const dayText = (day: string) => `${weekday.format(new Date(`${day}T00:00:00.000Z`))} ${Number(day.slice(8))}`;

/** One play: poster, title, day, with whom, and the stars of the review. */
export function DiaryEntry({ play, stars }: DiaryEntryProps) {
  const linkTo = useTitleLink();
  const { title, companions, season, episode, releaseDate } = play;
  const day = dayOf(play);
  const year = releaseDate?.slice(0, 4);
  return (
    <li className={classes.entry}>
      <Link to={linkTo(play)} state={dialogState} preventScrollReset className={classes.link}>
        <span className={classes.poster}>
          <PosterImage title={title} path={posterOf(play)} width={52} isEager={false} />
        </span>
        <span className={classes.words}>
          <span className={classes.title}>
            <bdi>{title}</bdi> {year && <span className={classes.year}>({year})</span>}
          </span>
          <span className={classes.facts}>
            {day ? dayText(day) : 'No date'}
            {season !== undefined && ` · Season ${season}`}
            {episode !== undefined && ` · Episode ${episode}`}
            {companions.length > 0 && ` · with ${inWords(companions.map(displayName), 'and')}`}
          </span>
          {stars !== undefined && <StarRating value={stars} size={16} />}
        </span>
      </Link>
      <MenuButton renderMenu={(menu) => <DiaryMenu {...menu} play={play} />}>
        <ActionIcon variant="subtle" color="gray" size={44} aria-label={`More actions for ${title}`}>
          <IconDots size={20} stroke={1.75} />
        </ActionIcon>
      </MenuButton>
    </li>
  );
}
