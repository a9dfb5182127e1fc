import { useLongPress } from '@mantine/hooks';
import { IconCheck, IconDots } from '@tabler/icons-react';
import { useVirtualizer } from '@tanstack/react-virtual';
import {
  memo,
  type RefObject,
  type SyntheticEvent,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { episodeText } from '../../../../common/episodeText.ts';
import { type EpisodeNumber, hasEpisode } from '../../../../common/progress.ts';
import type { ShownProgress } from '../../../../common/schemas/progress.ts';
import type { Episode, Season } from '../../../../common/schemas/title.ts';
import { Tooltip } from '../../../components/controls/Tooltip.tsx';
import { lazyDialog } from '../../../components/dialogs/lazyDialog.tsx';
import { MenuButton } from '../../../components/menu/MenuButton.tsx';
import { calendarDay, calendarDayText } from '../../../lib/dates.ts';
import { imageUrl } from '../../../lib/images.ts';
import { runtimeText } from '../../titles/details/titleWords.ts';
import classes from './Episodes.module.css';
import { removeSome, watchEpisode } from './watching.ts';

const ROW = 65;

interface EpisodeRowsProps {
  showId: number;
  folderId: string | null;
  season: Season;
  /** The numbers of the episodes that have aired. */
  aired: ReadonlySet<number>;
  /** Without it, there is nothing to tick. */
  progress: ShownProgress | undefined;
  /** The episode to scroll to. */
  goal: EpisodeNumber | null;
}

/** The episodes of a season. Only those in the window and a few beside them are rendered. */
export function EpisodeRows({ showId, folderId, season, aired, progress, goal }: EpisodeRowsProps) {
  const { season_number: number, episodes } = season;
  const list = useRef<HTMLOListElement>(null);
  const top = useTopIn(list);
  const virtualizer = useVirtualizer({
    count: episodes.length,
    getScrollElement: () => scrollerOf(list.current),
    estimateSize: () => ROW,
    overscan: 8,
    scrollMargin: top,
    getItemKey: (index) => episodes[index]?.episode_number ?? index,
  });
  const shown = virtualizer.getVirtualItems();
  const before = (shown[0]?.start ?? top) - top;
  const after = virtualizer.getTotalSize() - (shown.at(-1)?.end ?? top) + top;

  useEffect(() => {
    const index = episodes.findIndex(({ episode_number }) => episode_number === goal?.episode);
    if (goal?.season !== number || index < 0) return;
    virtualizer.scrollToIndex(index, { align: 'center' });
    const focus = requestAnimationFrame(() => {
      list.current?.querySelector<HTMLElement>(`[data-index="${index}"] button`)?.focus({ preventScroll: true });
    });
    return () => cancelAnimationFrame(focus);
  }, [goal, number, episodes, virtualizer]);

  return (
    <ol
      ref={list}
      className={classes.episodes}
      aria-label={season.name}
      style={{ paddingTop: before, paddingBottom: Math.max(after, 0) }}
    >
      {shown.map(({ index }) => {
        const episode = episodes[index];
        if (!episode) return null;
        const at = { season: number, episode: episode.episode_number };
        const { next } = progress ?? {};
        return (
          <EpisodeRow
            key={episode.episode_number}
            {...{ showId, folderId, index }}
            count={episodes.length}
            season={number}
            episode={episode}
            measure={virtualizer.measureElement}
            aired={aired}
            isSeen={progress && hasEpisode(progress.seen, at)}
            isNext={next?.season === number && next.episode === episode.episode_number}
          />
        );
      })}
    </ol>
  );
}

/** What scrolls the list: its dialog, or the page. */
function scrollerOf(list: Element | null): Element | null {
  return list?.closest('[role="dialog"]') ?? document.scrollingElement ?? document.documentElement;
}

/** How far below the start of the scrolled content the list begins. */
function useTopIn(list: RefObject<HTMLElement | null>): number {
  const [top, setTop] = useState(0);
  useLayoutEffect(() => {
    const scroller = scrollerOf(list.current);
    if (!scroller) return;
    const measure = () => {
      const [from, to] = [scroller.getBoundingClientRect(), list.current?.getBoundingClientRect()];
      if (to) setTop(Math.round(to.top - from.top + scroller.scrollTop));
    };
    measure();
    const observer = new ResizeObserver(measure);
    for (const child of scroller.children) observer.observe(child);
    return () => observer.disconnect();
  }, [list]);
  return top;
}

const EpisodeMenu = lazyDialog(() => import('./EpisodeMenu.tsx'), 'EpisodeMenu');
const RemoveDialog = lazyDialog(() => import('./RemoveDialog.tsx'), 'RemoveDialog');

interface EpisodeRowProps {
  showId: number;
  folderId: string | null;
  index: number;
  count: number;
  season: number;
  episode: Episode;
  measure: (element: HTMLElement | null) => void;
  aired: ReadonlySet<number>;
  /** Undefined while it is unknown. */
  isSeen: boolean | undefined;
  isNext: boolean;
}

/** One episode: number, name, day and length, the menu, and the tick. A long press opens the menu too. */
const EpisodeRow = memo(function EpisodeRow(props: EpisodeRowProps) {
  const { showId, folderId, index, count, season, episode, measure, aired, isSeen, isNext } = props;
  const { episode_number, name, air_date, runtime, overview, still_path } = episode;
  const still = imageUrl(still_path, 'w300');
  const number = { season, episode: episode_number };
  const facts = [air_date && airText(air_date), runtime && runtimeText(runtime)].filter(Boolean);
  const row = useRef<HTMLLIElement>(null);
  // The same function each time, or every render would measure the row again.
  const setRow = useCallback(
    (element: HTMLLIElement | null) => {
      row.current = element;
      measure(element);
    },
    [measure],
  );
  const [isAsking, setAsking] = useState(false);
  const remove = () => void removeSome(showId, { ...number, shown: [number] }, () => setAsking(true));
  const hold = useLongPress(openMenuIn(row), { events: ['touch'], cancelOnMove: true, threshold: 500 });
  return (
    <li
      ref={setRow}
      data-index={index}
      aria-setsize={count}
      aria-posinset={index + 1}
      aria-current={isNext ? 'step' : undefined}
      className={classes.episode}
      data-seen={isSeen || undefined}
      {...(isSeen !== undefined && hold)}
    >
      <span className={classes.number}>{episode_number}</span>
      {still && <img className={classes.still} src={still} alt="" loading="lazy" decoding="async" />}
      <span className={classes.words}>
        <bdi className={classes.name}>{name}</bdi>
        {facts.length > 0 && <span className={classes.facts}>{facts.join(' · ')}</span>}
        {overview && <bdi className={classes.overview}>{overview}</bdi>}
      </span>
      {isSeen !== undefined && (
        <span className={classes.buttons}>
          <MenuButton
            renderMenu={(menu) => (
              <EpisodeMenu {...menu} {...{ showId, folderId, number, aired, isSeen }} onRemove={remove} />
            )}
          >
            <button type="button" className={classes.more} aria-label={`Options for ${episodeText(number)}`}>
              <IconDots size={20} stroke={1.75} />
            </button>
          </MenuButton>
          <Tick
            {...{ number, isSeen }}
            airDate={air_date}
            hasAired={aired.has(episode_number)}
            onToggle={() => (isSeen ? remove() : void watchEpisode(showId, number))}
          />
        </span>
      )}
      {isAsking && <RemoveDialog {...{ showId, shown: [number] }} {...number} onClose={() => setAsking(false)} />}
    </li>
  );
});

const openMenuIn = (row: RefObject<HTMLElement | null>) => (event: SyntheticEvent) => {
  // React also reports what happens in the dialogs of the row.
  if (!row.current?.contains(event.target as Element)) return;
  row.current.querySelector<HTMLElement>('[aria-haspopup="menu"]')?.click();
};

interface TickProps {
  number: EpisodeNumber;
  airDate: string | null;
  hasAired: boolean;
  isSeen: boolean;
  onToggle: () => void;
}

/** Marks an episode as seen with one press, and takes that back with another. One of the future is not ticked by accident. */
function Tick({ number, airDate, hasAired, isSeen, onToggle }: TickProps) {
  const code = episodeText(number);
  if (!hasAired && !isSeen) {
    const label = airDate ? `${code} airs ${calendarDayText(airDate)}` : `${code} has not aired yet`;
    return (
      <Tooltip label={label}>
        <button type="button" className={classes.tick} aria-label={label} aria-disabled="true" />
      </Tooltip>
    );
  }
  return (
    <button type="button" className={classes.tick} aria-label={`Seen ${code}`} aria-pressed={isSeen} onClick={onToggle}>
      <IconCheck size={18} stroke={3} aria-hidden="true" />
    </button>
  );
}

function airText(day: string): string {
  const text = calendarDayText(day);
  return day > calendarDay(new Date()) ? `Airs ${text}` : text;
}
