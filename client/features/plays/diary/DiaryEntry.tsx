import { ActionIcon, Menu } from '@mantine/core';
import { IconCalendar, IconDots, IconTrash, IconUsers } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { episodeText } from '../../../../common/episodeText.ts';
import { episodeOf } from '../../../../common/progress.ts';
import type { Play } from '../../../../common/schemas/play.ts';
import { StarRating } from '../../../components/controls/StarRating.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { DropdownMenu } from '../../../components/menu/DropdownMenu.tsx';
import { MenuButton, type MenuProps, opensDialog } from '../../../components/menu/MenuButton.tsx';
import { PosterImage } from '../../../components/posters/PosterCard.tsx';
import { offerUndo, toastError } from '../../../components/toast/toast.ts';
import { posterOf } from '../../../lib/images.ts';
import { dialogState, useTitleLink } from '../../../lib/page/dialogUrl.ts';
import { displayName } from '../../../lib/person.ts';
import { inWords } from '../../folders/state/wording.ts';
import { seasonName } from '../episodes/episodeWords.ts';
import { deletePlay, restorePlay } from '../play.queries.ts';
import { dayOf } from '../playTime.ts';
import { useFellows } from '../useFellows.ts';
import classes from './DiaryEntry.module.css';

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
  const { title, companions, releaseDate } = play;
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
          <span className="hint">
            {day ? dayText(day) : 'No date'}
            {partText(play)}
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

/** Which part of a show it was. */
function partText(play: Play): string {
  const episode = episodeOf(play);
  if (episode) return ` · ${episodeText(episode)}`;
  return play.season === undefined ? '' : ` · ${seasonName(play.season)}`;
}

const CompanionsDialog = lazyDialog(() => import('../record/CompanionsDialog.tsx'), 'CompanionsDialog');
const ChangeDateDialog = lazyDialog(() => import('./ChangeDateDialog.tsx'), 'ChangeDateDialog');

/** What can be done with an entry of the diary. */
function DiaryMenu({ play, button, target }: MenuProps & { play: Play }) {
  const [asked, setAsked] = useState<'when' | 'who' | null>(null);
  const hasFellows = useFellows(null).length > 0;
  const close = () => setAsked(null);
  return (
    <>
      <DropdownMenu button={button} target={target} position="bottom-end" offset={4} width={220}>
        <Menu.Item leftSection={<IconCalendar />} onClick={opensDialog(target, () => setAsked('when'))}>
          Change the date
        </Menu.Item>
        {hasFellows && (
          <Menu.Item leftSection={<IconUsers />} onClick={opensDialog(target, () => setAsked('who'))}>
            Watched with…
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconTrash />} onClick={() => remove(play)}>
          Remove from diary
        </Menu.Item>
      </DropdownMenu>
      {asked === 'when' && <ChangeDateDialog play={play} onClose={close} />}
      {asked === 'who' && <CompanionsDialog play={play} what={play.title} onClose={close} />}
    </>
  );
}

async function remove(play: Play): Promise<void> {
  try {
    await deletePlay(play);
    offerUndo({ title: 'Removed from your diary' }, () => restorePlay(play));
  } catch (error) {
    toastError(error, 'Couldn’t change your diary. Try again.');
  }
}
