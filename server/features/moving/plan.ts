import { createHash } from 'node:crypto';
import { compareEpisodes, type EpisodeNumber, episodeKey, regularEpisodes } from '../../../common/progress.ts';
import type { ImportChoices, ImportOutcome, ImportRating, ImportRow } from '../../../common/schemas/import.ts';
import type { KnownPlay, KnownProgress } from '../plays/importedPlays.service.ts';
import type { ViewingTime } from '../plays/viewing.ts';
import type { KeptReview, ReviewFields } from '../reviews/importedReviews.service.ts';
import type { Show } from '../titles/shows.ts';

/*
 * What becomes of the rows about one title, given what the person has of it already. The preview and Apply both use it, so
 * that what the preview announces is what is written. Everything here is pure.
 */

export type RowOf<Kind extends ImportRow['kind']> = Extract<ImportRow, { kind: Kind }>;
export type DiaryRow = RowOf<'play' | 'seen' | 'progress' | 'state'>;
type EpisodeRow = RowOf<'play' | 'seen'>;

/** A row that is about a title of the source. */
export interface Placed<Row extends ImportRow = ImportRow> {
  n: number;
  row: Row;
  isApplied: boolean;
  isSkipped: boolean;
  /** Of a row about an episode: its numbers, where they are known. */
  number: Partial<EpisodeNumber> | null;
}

export interface Decision {
  outcome: ImportOutcome;
  reason: string | null;
}

export const comes: Decision = { outcome: 'comes', reason: null };
const here: Decision = { outcome: 'alreadyHere', reason: null };
export const refused = (reason: string): Decision => ({ outcome: 'refused', reason });
const unknown = (reason: string): Decision => ({ outcome: 'unknown', reason });
export const LEFT_OUT = 'You left this out.';
export const AWAY = 'The movie database did not answer. Marquee tries again later.';

/** A play that a row adds. */
export interface PlannedPlay extends ViewingTime {
  n: number;
  sourceKey: string;
  createdAt?: Date;
}

export interface DiaryPlan {
  decisions: Map<number, Decision>;
  plays: PlannedPlay[];
  /** What the person said about the show, with the row that says so. */
  states: Placed<RowOf<'state'>>[];
}

interface KnownDiary {
  plays: readonly KnownPlay[];
  progress: KnownProgress | null;
  /** Null for films, and for shows that the source does not know. */
  show: Show | 'away' | null;
  isShow: boolean;
  now: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;

/** The `sourceKey` of the play that a row adds. A row can be long, and an index holds these. */
const playKeyOf = (row: ImportRow) => `import:${createHash('sha256').update(row.sourceKey).digest('base64url')}`;

export function planDiary(rows: readonly Placed<DiaryRow>[], known: KnownDiary, choices: ImportChoices): DiaryPlan {
  const plan = new Diary(known, rows);
  for (const one of rows) if (choices.plays && !one.isSkipped) plan.add(one);
  for (const one of rows)
    if (!choices.plays || one.isSkipped) plan.decisions.set(one.n, one.isApplied ? comes : refused(LEFT_OUT));
  return plan.finish();
}

/** Viewings of the same thing on the same day, or at an unknown time. */
interface Slot {
  accepted: number;
  bySource: Map<string, number>;
}

class Diary {
  readonly decisions = new Map<number, Decision>();
  readonly #plays: PlannedPlay[] = [];
  readonly #states: Placed<RowOf<'state'>>[] = [];
  readonly #known: KnownDiary;
  readonly #storedKeys = new Set<string>();
  readonly #slots = new Map<string, Slot>();
  /** What has been seen: '' for the title itself, else the episode. */
  readonly #seen = new Set<string>();
  readonly #later: Placed<DiaryRow>[] = [];

  constructor(known: KnownDiary, rows: readonly Placed<DiaryRow>[]) {
    this.#known = known;
    const keys = new Set(rows.map(({ row }) => playKeyOf(row)));
    for (const { season, episode, at, sourceKey } of known.plays) {
      const about = aboutOf({ season, episode });
      this.#seen.add(about);
      if (sourceKey !== undefined) this.#storedKeys.add(sourceKey);
      // Those of rows of this import are counted with their rows.
      if (sourceKey === undefined || !keys.has(sourceKey)) this.#slot(about, at).accepted += 1;
    }
  }

  /** Dated viewings come first: whether a title was seen at all depends on them. */
  add(one: Placed<DiaryRow>): void {
    if (one.row.kind === 'play') this.#addViewing(one as Placed<EpisodeRow>, one.row.at, one.row.precision);
    else this.#later.push(one);
  }

  finish(): DiaryPlan {
    const order = ['seen', 'progress', 'state'];
    for (const kind of order) {
      for (const one of this.#later) {
        if (one.row.kind !== kind) continue;
        if (one.row.kind === 'seen') this.#addSeen(one as Placed<RowOf<'seen'>>);
        else if (one.row.kind === 'progress') this.#addProgress(one as Placed<RowOf<'progress'>>);
        else this.#addState(one as Placed<RowOf<'state'>>);
      }
    }
    return { decisions: this.decisions, plays: this.#plays, states: this.#states };
  }

  #addViewing(one: Placed<EpisodeRow>, at: string | null, precision: 'second' | 'day' | 'unknown'): void {
    const { n, row, number } = one;
    const refusal = this.#refusalOf(one) ?? (isFuture(at, this.#known.now) ? FUTURE : null);
    if (refusal) {
      this.decisions.set(n, refusal);
      return;
    }
    const about = aboutOf(number ?? {});
    const slot = this.#slot(about, at === null ? null : new Date(at));
    const source = sourceOf(row);
    const index = (slot.bySource.get(source) ?? 0) + 1;
    slot.bySource.set(source, index);
    this.#seen.add(about);
    const sourceKey = playKeyOf(row);
    const isStored = this.#storedKeys.has(sourceKey);
    // Another service in the same import may tell of the same viewing.
    if (index <= slot.accepted && !one.isApplied && !isStored) {
      this.decisions.set(n, here);
      return;
    }
    slot.accepted = Math.max(slot.accepted, index);
    this.decisions.set(n, one.isApplied || !isStored ? comes : here);
    if (one.isApplied || isStored) return;
    const recordedAt = row.recordedAt === undefined ? null : new Date(row.recordedAt);
    const isEarlier = recordedAt !== null && recordedAt < this.#known.now;
    this.#plays.push({
      n,
      sourceKey,
      ...(number ?? {}),
      at: at === null ? null : new Date(at),
      precision,
      ...(isEarlier && { createdAt: recordedAt }),
    });
  }

  #addSeen(one: Placed<RowOf<'seen'>>): void {
    const isKnown = this.#seen.has(aboutOf(one.number ?? {})) && !this.#storedKeys.has(playKeyOf(one.row));
    if (isKnown && !one.row.again && !one.isApplied && !this.#refusalOf(one)) this.decisions.set(one.n, here);
    else this.#addViewing(one, null, 'unknown');
  }

  #refusalOf({ row, number }: Placed<EpisodeRow>): Decision | null {
    if (!row.episode) return null;
    const { show, isShow } = this.#known;
    if (!isShow) return refused('This is an episode, and the title is a film.');
    if (show === 'away') return unknown(AWAY);
    if (number?.season === undefined) {
      return Object.keys(row.episode.ids).length > 0
        ? unknown('No source tells which episode this is.')
        : refused('The file does not say which episode this is.');
    }
    return hasNumber(show, number) ? null : refused(`${nameOf(number)} of this show is not known here.`);
  }

  #addProgress(one: Placed<RowOf<'progress'>>): void {
    const { n, row, isApplied } = one;
    const { show, isShow, now } = this.#known;
    if (!isShow) this.decisions.set(n, refused('This is about a show, and the title is a film.'));
    else if (show === 'away' || !show) this.decisions.set(n, unknown(AWAY));
    else {
      const reached = reachedEpisodes(show, row, now);
      if (!reached) {
        this.decisions.set(n, refused('The show has no such episode here.'));
        return;
      }
      const added = reached.filter((episode) => !this.#seen.has(episodeKey(episode)));
      const key = playKeyOf(row);
      for (const [index, episode] of added.entries()) {
        const isLast = index === added.length - 1 && reached.at(-1) === episode && row.at !== null;
        const time = isLast && row.at !== null ? timeOf(row.at) : ({ at: null, precision: 'unknown' } as const);
        this.#seen.add(episodeKey(episode));
        const { season, episode: number } = episode;
        this.#plays.push({ n, sourceKey: `${key}:${episodeKey(episode)}`, season, episode: number, ...time });
      }
      this.decisions.set(n, isApplied || added.length > 0 ? comes : here);
    }
  }

  #addState(one: Placed<RowOf<'state'>>): void {
    const { isShow, progress } = this.#known;
    const { n, row, isApplied } = one;
    const isNew = (row.state && !progress?.state) || (row.restartedAt && !progress?.restartedAt);
    const isFirst = this.#states.length === 0;
    if (!isShow) this.decisions.set(n, refused('Only shows can be paused or dropped.'));
    else this.decisions.set(n, isApplied || (isNew && isFirst) ? comes : here);
    if (isShow && isNew && isFirst && !isApplied) this.#states.push(one);
  }

  #slot(about: string, at: Date | null): Slot {
    const key = `${about}|${at?.toISOString().slice(0, 10) ?? ''}`;
    const slot = this.#slots.get(key) ?? { accepted: 0, bySource: new Map() };
    this.#slots.set(key, slot);
    return slot;
  }
}

const FUTURE = refused('This day is still to come.');

/** In some time zone, the day after this one has begun. */
export const isFuture = (at: string | null, now: Date) => at !== null && Date.parse(at) > now.getTime() + DAY_MS;

/** The services that a row comes from begin its key. */
const sourceOf = ({ sourceKey }: ImportRow) => sourceKey.split('|', 1)[0] ?? '';

function aboutOf({ season, episode }: { season?: number | undefined; episode?: number | undefined }): string {
  if (season === undefined) return '';
  return episode === undefined ? `season ${season}` : episodeKey({ season, episode });
}

function nameOf({ season, episode }: Partial<EpisodeNumber>): string {
  return episode === undefined ? `Season ${season}` : `Season ${season}, episode ${episode}`;
}

function hasNumber(show: Show | null, { season, episode }: Partial<EpisodeNumber>): boolean {
  const found = show?.seasons.find(({ season_number }) => season_number === season);
  if (!found) return false;
  return episode === undefined || found.episodes.some(({ episode_number }) => episode_number === episode);
}

/** A time without its precision is a day if it is midnight. */
function timeOf(at: string): { at: Date; precision: 'day' | 'second' } {
  const time = new Date(at);
  return { at: time, precision: time.getTime() % DAY_MS === 0 ? 'day' : 'second' };
}

/** The episodes up to where somebody is, in order. Null: there is no such place. */
function reachedEpisodes(show: Show, { upTo, at }: RowOf<'progress'>, now: Date): EpisodeNumber[] | null {
  const today = (at ?? now.toISOString()).slice(0, 10);
  const all = regularEpisodes(show, today);
  if ('aired' in upTo) {
    return all.filter(({ season, hasAired }) => hasAired && (upTo.season === undefined || season === upTo.season));
  }
  if ('count' in upTo) return all.slice(0, upTo.count);
  const place = { season: upTo.season, episode: upTo.episode };
  return hasNumber(show, place) ? all.filter((episode) => compareEpisodes(episode, place) <= 0) : null;
}

export interface ReviewPlan {
  decisions: Map<number, Decision>;
  /** The review as it will be. Null: it stays as it is. */
  review: (ReviewFields & { at: Date | null; rowNumbers: number[] }) | null;
}

export function planReview(
  rows: readonly Placed<RowOf<'rating' | 'review'>>[],
  known: KeptReview | null,
  choices: ImportChoices,
): ReviewPlan {
  const decisions = new Map<number, Decision>();
  let rating: RowOf<'rating'> | null = null;
  let text: RowOf<'review'> | null = null;
  const rowNumbers: number[] = [];
  const isTaken = (at: string | null) =>
    !known ||
    choices.existingReviews === 'theirs' ||
    (choices.existingReviews === 'newest' && at !== null && Date.parse(at) > known.updatedAt.getTime());
  const isOff = ({ row, isSkipped }: Placed) =>
    isSkipped || !(row.kind === 'rating' ? choices.ratings : choices.reviews);

  // Ratings first: a text needs one.
  for (const one of rows.toSorted((a, b) => Number(a.row.kind === 'review') - Number(b.row.kind === 'review'))) {
    const { n, row, isApplied } = one;
    const decide = (decision: Decision) => decisions.set(n, decision);
    if (isApplied) decide(comes);
    else if (isOff(one)) decide(refused(LEFT_OUT));
    else if (row.episode)
      decide(refused(`Marquee has no ${row.kind === 'rating' ? 'ratings' : 'reviews'} of single episodes.`));
    else if (row.kind === 'rating') {
      if (rating || known?.rating === row.rating.stars || !isTaken(row.at)) decide(here);
      else {
        rating = row;
        rowNumbers.push(n);
        decide(comes);
      }
    } else if (!rating && !known) decide(refused('Marquee keeps a text with its stars: rate the title first.'));
    else if (text || known?.comment === row.text || (known?.comment && !isTaken(row.at))) decide(here);
    else {
      text = row;
      rowNumbers.push(n);
      decide(comes);
    }
  }
  return { decisions, review: mergedReview(known, { rating, text, rowNumbers }) };
}

const originalOf = ({ value, of, isOwn }: ImportRating) => (isOwn ? undefined : { value, of });

function mergedReview(
  known: KeptReview | null,
  { rating, text, rowNumbers }: { rating: RowOf<'rating'> | null; text: RowOf<'review'> | null; rowNumbers: number[] },
): ReviewPlan['review'] {
  const stars = rating?.rating.stars ?? known?.rating;
  if (stars === undefined || rowNumbers.length === 0) return null;
  const comment = text?.text ?? known?.comment;
  const imported = rating ? originalOf(rating.rating) : known?.imported;
  const isPrivate = text ? text.isPrivate : known?.isPrivate;
  const at = [rating?.at, text?.at]
    .filter((one) => typeof one === 'string')
    .sort()
    .at(-1);
  return {
    rating: stars,
    ...(comment && { comment }),
    ...(imported && { imported }),
    ...(isPrivate && { isPrivate }),
    at: at === undefined ? null : new Date(at),
    rowNumbers,
  };
}
