import { limits } from '../../../../common/constants.ts';
import { countedAs, importEpisodeKey, isNamed } from '../../../../common/importCounts.ts';
import type { ChosenState } from '../../../../common/progress.ts';
import type {
  ImportCounts,
  ImportEpisode,
  ImportIds,
  ImportKind,
  ImportRating,
  ImportRow,
  ImportSource,
  ImportTitle,
  RefusedRow,
} from '../../../../common/schemas/import.ts';
import { plainText } from '../../../../common/text.ts';
import type { Moment, When } from './dates.ts';

type MediaType = NonNullable<ImportTitle['mediaType']>;

/** Where something was read, and what stands there. */
export interface Place {
  file: string;
  line: number;
  raw: () => Record<string, string>;
}

/** What one place says about a title. */
export interface TitleFacts {
  mediaType: MediaType | null;
  title: string;
  originalTitle?: string | undefined;
  year?: number | undefined;
  director?: string | undefined;
  runtime?: number | undefined;
  ids?: ImportIds | undefined;
  /** The service's own id of the title, for services that give none of the others. */
  ownId?: string | undefined;
}

interface Extra {
  episode?: ImportEpisode | undefined;
}

type PlayExtra = Extra & {
  /** Tells viewings apart that are otherwise the same. Without it, equal viewings are one. */
  entry?: string | undefined;
  isRewatch?: boolean;
  /** Counts only if nothing else says that the title or episode was seen. */
  isFallback?: boolean;
  /** When Marquee stored it. */
  recordedAt?: string | undefined;
};

/** A title while it is collected. Facts of several places end up in one of them. */
class CollectedTitle {
  readonly mediaType: MediaType | null;
  facts: TitleFacts;
  ids: ImportIds = {};
  ownIds = new Set<string>();
  /** The title that this one turned out to be. */
  same: CollectedTitle | null = null;
  hasTwin = false;
  /** Whether the files say that the person has seen it, or an episode of it. */
  isSeen = false;

  constructor(facts: TitleFacts) {
    this.mediaType = facts.mediaType;
    this.facts = { ...facts };
  }

  get current(): CollectedTitle {
    let title: CollectedTitle = this;
    while (title.same) title = title.same;
    return title;
  }

  get hasId(): boolean {
    return this.ownIds.size > 0 || Object.keys(this.ids).length > 0;
  }

  learn(facts: TitleFacts): void {
    this.facts.title ||= facts.title;
    this.facts.originalTitle ??= facts.originalTitle;
    this.facts.year ??= facts.year;
    this.facts.director ??= facts.director;
    this.facts.runtime ??= facts.runtime;
    this.ids = { ...definedOf(facts.ids ?? {}), ...this.ids };
    if (facts.ownId) this.ownIds.add(facts.ownId);
  }
}

interface Draft {
  source: ImportSource;
  place: Place;
  title: CollectedTitle;
  episode?: ImportEpisode | undefined;
}

type FactDraft = Draft &
  (
    | ({ kind: 'play'; when: Moment } & Omit<PlayExtra, 'episode'>)
    | { kind: 'seen'; again: boolean; isFallback: boolean; recordedAt: string | undefined }
    | {
        kind: 'progress';
        upTo: Extract<ImportRow, { kind: 'progress' }>['upTo'];
        at: string | null;
        isFallback: boolean;
      }
    | { kind: 'state'; state: ChosenState | null; restartedAt: string | null }
    | { kind: 'rating'; rating: ImportRating; at: string | null; rank: number }
    | { kind: 'review'; text: string; at: string | null; isPrivate: boolean }
    | { kind: 'want'; at: string | null; unlessSeen: boolean }
    | {
        kind: 'listItem';
        listKey: string;
        position: number;
        note: string | undefined;
        watched: boolean;
        at: string | null;
      }
  );

type RatingDraft = FactDraft & { kind: 'rating' };
type ReviewDraft = FactDraft & { kind: 'review' };
type ListRow = Extract<ImportRow, { kind: 'list' }>;

/** How many viewings without a time are believed. */
export const MOST_REPEATS = 50;

/**
 * Everything that the files of one import say. Facts are added in any order; `finish` joins what several files or rows
 * say about the same title, so that the result does not depend on the order of files and lines.
 */
export class Collection {
  readonly refused: RefusedRow[] = [];
  /** How many facts are left out until a question is answered. */
  waiting = 0;
  #drafts: FactDraft[] = [];
  #lists = new Map<string, ListRow>();
  #byId = new Map<string, CollectedTitle>();
  #byName = new Map<string, Set<CollectedTitle>>();
  #source: ImportSource = 'table';

  /** The source of what is added from now on. */
  set source(source: ImportSource) {
    this.#source = source;
  }

  /** The title that a place is about. Null, and refused, if the place does not name one. */
  title(place: Place, facts: TitleFacts, kind?: ImportKind): CollectedTitle | null {
    const title = plainText(facts.title);
    const ids = definedOf(facts.ids ?? {});
    const refuse = (reason: string) => {
      this.refuse(place, kind ?? (facts.mediaType === 'tv' ? 'shows' : 'films'), reason);
      return null;
    };
    if (!title && Object.keys(ids).length === 0 && !facts.ownId) return refuse('The row has no title');
    if (title.length > limits.title.max)
      return refuse(`The title is longer than ${limits.title.max} characters. Is a quotation mark missing?`);
    const shortened = (text: string | undefined) => (text ? cut(plainText(text), limits.title.max) : undefined);
    return this.#find({
      ...facts,
      title,
      ids,
      originalTitle: shortened(facts.originalTitle),
      director: shortened(facts.director),
    });
  }

  #find(facts: TitleFacts): CollectedTitle {
    const keys = idKeysOf(this.#source, facts);
    const known = [...new Set(keys.flatMap((key) => this.#byId.get(key)?.current ?? []))];
    const [first, ...others] = known;
    const name = nameKeyOf(facts);
    const found = first ?? (keys.length === 0 ? this.#findUnidentified(name) : null) ?? new CollectedTitle(facts);
    for (const other of others) joinTitles(other, found);
    found.learn(facts);
    for (const key of keys) this.#byId.set(key, found);
    if (facts.title) {
      const named = this.#byName.get(name) ?? new Set();
      this.#byName.set(name, named.add(found));
    }
    return found;
  }

  #findUnidentified(name: string): CollectedTitle | null {
    for (const title of this.#byName.get(name) ?? []) if (!title.current.hasId) return title.current;
    return null;
  }

  /** A viewing, if its time is known; else that the title was seen. */
  watched(place: Place, title: CollectedTitle | null, when: When, extra: PlayExtra = {}): void {
    if (!title) return;
    if (when === 'asked') this.waiting++;
    else if (when === null) this.seen(place, title, { episode: extra.episode, isFallback: extra.isFallback });
    else if ('unreadable' in when) this.refuse(place, 'plays', `“${shorten(when.unreadable)}” is not a date`);
    else {
      const { episode, ...how } = extra;
      this.#drafts.push({ kind: 'play', ...this.#about(place, title, episode), when, ...how });
    }
  }

  seen(
    place: Place,
    title: CollectedTitle | null,
    extra: Extra & { again?: boolean; isFallback?: boolean | undefined; recordedAt?: string | undefined } = {},
  ): void {
    if (!title) return;
    const { again = false, isFallback = false, episode, recordedAt } = extra;
    this.#drafts.push({ kind: 'seen', ...this.#about(place, title, episode), again, isFallback, recordedAt });
  }

  /** Further viewings, which are counted and have no time. */
  seenAgain(place: Place, title: CollectedTitle | null, count: number, extra: Extra = {}): void {
    for (let n = 0; n < Math.min(count, MOST_REPEATS); n++) this.seen(place, title, { ...extra, again: true });
  }

  progress(
    place: Place,
    title: CollectedTitle | null,
    upTo: Extract<ImportRow, { kind: 'progress' }>['upTo'],
    when: When,
    isFallback = false,
  ): void {
    if (!title) return;
    if (when === 'asked') this.waiting++;
    else this.#drafts.push({ kind: 'progress', ...this.#about(place, title), upTo, at: timeOf(when), isFallback });
  }

  /** What the person says about a show. */
  stated(
    place: Place,
    title: CollectedTitle | null,
    state: ChosenState | null,
    restartedAt: string | null = null,
  ): void {
    if (title) this.#drafts.push({ kind: 'state', ...this.#about(place, title), state, restartedAt });
  }

  /**
   * A rating as text or number, and its stars if they are not the nearest. `isOwn`: it was given in Marquee. An empty text and 0
   * mean that there is no rating.
   */
  rated(
    place: Place,
    title: CollectedTitle | null,
    rating: string | number | null | undefined,
    of: ImportRating['of'],
    extra: Extra & { when?: When; rank?: number; stars?: number | undefined; isOwn?: true } = {},
  ): void {
    if (!title) return;
    const text = String(rating ?? '').trim();
    const value = Number(text.replace(',', '.'));
    if (text === '' || value === 0) return;
    if (!(value > 0 && value <= of)) {
      this.refuse(place, 'ratings', `“${shorten(text)}” is not a rating of up to ${of}`);
      return;
    }
    const nearest = Math.max(limits.rating.min, Math.round((value / of) * limits.rating.max));
    const { episode, when = null, rank = 0, stars = nearest, isOwn } = extra;
    this.#drafts.push({
      kind: 'rating',
      ...this.#about(place, title, episode),
      rating: { value, of, stars, ...(isOwn && { isOwn }) },
      at: timeOf(when),
      rank,
    });
  }

  reviewed(
    place: Place,
    title: CollectedTitle | null,
    text: string,
    extra: Extra & { when?: When; isPrivate?: boolean } = {},
  ): void {
    const trimmed = storable(text).trim();
    if (!title || !trimmed) return;
    if (trimmed.length > limits.reviewComment.max) {
      const most = limits.reviewComment.max.toLocaleString('en');
      this.refuse(place, 'reviews', `The review is longer than ${most} characters`);
      return;
    }
    const { episode, when = null, isPrivate = false } = extra;
    this.#drafts.push({
      kind: 'review',
      ...this.#about(place, title, episode),
      text: trimmed,
      at: timeOf(when),
      isPrivate,
    });
  }

  wanted(place: Place, title: CollectedTitle | null, when: When = null, { unlessSeen = false } = {}): void {
    if (!title) return;
    this.#drafts.push({ kind: 'want', ...this.#about(place, title), at: timeOf(when), unlessSeen });
  }

  /** Answers the key that the list's items need. Lists of the same name are one. */
  list(place: Place, name: string, id?: string): string {
    const shown = cut(plainText(name), limits.listName.max).trim() || 'Imported list';
    const listKey = `${this.#source}|list|${id ?? shown.toLowerCase()}`;
    const { file, line } = place;
    if (!this.#lists.has(listKey))
      this.#lists.set(listKey, { kind: 'list', sourceKey: listKey, listKey, name: shown, file, line });
    return listKey;
  }

  listed(
    place: Place,
    title: CollectedTitle | null,
    listKey: string,
    extra: { position: number; note?: string | undefined; watched?: boolean; when?: When },
  ): void {
    if (!title) return;
    const note = shorten(plainText(extra.note ?? ''), limits.note.max) || undefined;
    this.#drafts.push({
      kind: 'listItem',
      ...this.#about(place, title),
      listKey,
      position: extra.position,
      note,
      watched: extra.watched ?? false,
      at: timeOf(extra.when ?? null),
    });
  }

  refuse({ file, line, raw }: Place, kind: ImportKind, reason: string): void {
    const cells = Object.entries(raw()).slice(0, 100);
    this.refused.push({
      kind,
      file,
      line,
      reason: shorten(storable(reason), 300),
      raw: Object.fromEntries(
        cells.map(([name, cell]) => [storable(name.slice(0, 200)), storable(cell.slice(0, 5000))]),
      ),
    });
  }

  #about(place: Place, title: CollectedTitle, episode?: ImportEpisode): Draft {
    if (!episode?.title) return { source: this.#source, place, title, episode };
    const name = cut(plainText(episode.title), limits.title.max);
    return { source: this.#source, place, title, episode: { ...episode, title: name } };
  }

  finish(): { rows: ImportRow[]; refused: RefusedRow[]; counts: ImportCounts } {
    this.#joinByName();
    const rows = new Rows(this.#drafts);
    for (const draft of this.#drafts) rows.add(draft);
    for (const { place } of rows.superseded())
      this.refuse(place, 'reviews', 'You wrote more than one review of this title. Marquee keeps the newest one.');
    const all = [...this.#lists.values(), ...rows.all()];
    return { rows: all, refused: this.refused, counts: countOf(all, this.refused) };
  }

  /** A title without an id is the only title of its name, if there is one. */
  #joinByName(): void {
    for (const named of this.#byName.values()) {
      const titles = [...new Set([...named].map((title) => title.current))];
      const identified = titles.filter((title) => title.hasId);
      const [only] = identified;
      if (identified.length === 1 && only) {
        for (const title of titles) if (title !== only) joinTitles(title, only);
      } else if (titles.length > 1) {
        for (const title of titles) title.hasTwin = Object.keys(title.ids).length === 0;
      }
    }
    this.#joinWithoutYear();
  }

  /** A title without a year is the only title of its name that has one. Episodes are often given so. */
  #joinWithoutYear(): void {
    const byTitle = new Map<string, Set<CollectedTitle>>();
    for (const named of this.#byName.values()) {
      for (const title of named) {
        const { current } = title;
        const name = nameKeyOf({ ...current.facts, year: undefined });
        byTitle.set(name, (byTitle.get(name) ?? new Set()).add(current));
      }
    }
    for (const titles of byTitle.values()) {
      const bare = [...titles].filter((title) => title.facts.year === undefined && !title.hasId);
      const others = [...titles].filter((title) => !bare.includes(title));
      const [only] = others;
      if (others.length === 1 && only) for (const title of bare) joinTitles(title, only);
    }
  }
}

/** Turns facts into rows: one for what several places say. */
class Rows {
  #rows = new Map<string, ImportRow>();
  #titles = new Map<CollectedTitle, ImportTitle>();
  /** How it is known that a title or episode was seen. */
  #seen = new Map<string, Set<'play' | 'seen' | 'fallback play'>>();
  /** Shows and seasons of which an episode was seen. */
  #begun = new Set<string>();
  #entries = new Map<string, Map<string, string>>();
  #ratings = new Map<string, RatingDraft>();
  /** Those of different texts, the newest first. */
  #reviews = new Map<string, ReviewDraft[]>();

  constructor(drafts: FactDraft[]) {
    for (const draft of drafts) {
      if (draft.kind === 'play' || draft.kind === 'seen') this.#noteSeen(draft);
      else if (draft.kind === 'progress') draft.title.current.isSeen = true;
      else if (draft.kind === 'rating') this.#chooseRating(draft);
      else if (draft.kind === 'review') this.#chooseReview(draft);
    }
  }

  all(): ImportRow[] {
    return [...this.#rows.values()];
  }

  #noteSeen(draft: FactDraft & { kind: 'play' | 'seen' }): void {
    const title = draft.title.current;
    title.isSeen = true;
    const key = this.#keyOf(draft);
    const known = this.#seen.get(key) ?? new Set();
    this.#seen.set(key, known);
    if (!draft.isFallback) known.add(draft.kind);
    else if (draft.kind === 'play') known.add('fallback play');
    if (!draft.episode) return;
    const show = this.#titleOf(title).key;
    this.#begun.add(show).add(`${show}|${draft.episode.season}`);
  }

  #chooseRating(draft: RatingDraft): void {
    const key = this.#keyOf(draft);
    const known = this.#ratings.get(key);
    const weightOf = ({ rank, at, rating }: RatingDraft) => [rank, at ?? '', rating.value];
    if (!known || isMore(weightOf(draft), weightOf(known))) this.#ratings.set(key, draft);
  }

  #chooseReview(draft: ReviewDraft): void {
    const key = this.#keyOf(draft);
    const known = this.#reviews.get(key) ?? [];
    const weightOf = ({ at, text }: ReviewDraft) => [at ?? '', text.length, text];
    const others = known.filter(({ text }) => text !== draft.text);
    const same = known.find(({ text }) => text === draft.text);
    const one = same && isMore(weightOf(same), weightOf(draft)) ? same : draft;
    const sorted = [...others, one].sort((a, b) => (isMore(weightOf(a), weightOf(b)) ? -1 : 1));
    this.#reviews.set(key, sorted);
  }

  /** Reviews of titles and episodes that have a newer one. */
  superseded(): ReviewDraft[] {
    return [...this.#reviews.values()].flatMap(([, ...older]) => older);
  }

  add(draft: FactDraft): void {
    const { file, line } = draft.place;
    const title = this.#titleOf(draft.title);
    const about = this.#keyOf(draft);
    const start = `${draft.source}|${draft.kind}|${about}`;
    const common = { title, file, line };
    const watched = { ...common, ...(draft.episode && { episode: draft.episode }) };
    switch (draft.kind) {
      case 'play': {
        const known = this.#seen.get(about);
        if (draft.isFallback && (known?.has('play') || known?.has('seen'))) return;
        const { at, precision } = draft.when;
        const sourceKey = this.#keyOfPlay(`${start}|${at}|${precision}`, draft.entry ?? '');
        if (sourceKey)
          this.#put({
            kind: 'play',
            sourceKey,
            ...watched,
            at,
            precision,
            ...(draft.isRewatch && { isRewatch: true }),
            ...(draft.recordedAt && { recordedAt: draft.recordedAt }),
          });
        return;
      }
      case 'seen': {
        const known = this.#seen.get(about);
        const { recordedAt } = draft;
        const fact = { kind: 'seen', ...watched, ...(recordedAt && { recordedAt }) } as const;
        if (draft.again) this.#putNext(start, (sourceKey) => ({ ...fact, sourceKey, again: true }));
        else if (!known?.has('play') && !(draft.isFallback && known && known.size > 0))
          this.#put({ ...fact, sourceKey: start });
        return;
      }
      case 'progress': {
        const season = 'season' in draft.upTo ? draft.upTo.season : undefined;
        if (draft.isFallback && this.#begun.has(season === undefined ? title.key : `${title.key}|${season}`)) return;
        const { upTo, at } = draft;
        this.#put({ kind: 'progress', sourceKey: `${start}|${JSON.stringify(upTo)}`, ...common, upTo, at });
        return;
      }
      case 'state': {
        const { state, restartedAt } = draft;
        this.#put({ kind: 'state', sourceKey: start, ...common, state, restartedAt });
        return;
      }
      case 'rating':
        if (this.#ratings.get(about) !== draft) return;
        this.#put({ kind: 'rating', sourceKey: start, ...watched, rating: draft.rating, at: draft.at });
        return;
      case 'review': {
        if (this.#reviews.get(about)?.[0] !== draft) return;
        const { text, at, isPrivate } = draft;
        this.#put({
          kind: 'review',
          sourceKey: start,
          ...watched,
          text,
          at,
          ...(isPrivate && { isPrivate: true as const }),
        });
        return;
      }
      case 'want':
        if (draft.unlessSeen && draft.title.current.isSeen) return;
        this.#put({ kind: 'want', sourceKey: start, ...common, at: draft.at });
        return;
      case 'listItem': {
        const { listKey, position, note, watched: isWatched, at } = draft;
        this.#put({
          kind: 'listItem',
          sourceKey: `${listKey}|${title.key}`,
          ...common,
          listKey,
          position,
          ...(note && { note }),
          ...(isWatched && { watched: true as const }),
          at,
        });
      }
    }
  }

  /** The first of several places that say the same counts. */
  #put(row: ImportRow): void {
    if (!this.#rows.has(row.sourceKey)) this.#rows.set(row.sourceKey, row);
  }

  #putNext(start: string, rowOf: (sourceKey: string) => ImportRow): void {
    let n = 1;
    while (this.#rows.has(`${start}|again ${n}`)) n++;
    this.#put(rowOf(`${start}|again ${n}`));
  }

  /** Null if the viewing is already there. */
  #keyOfPlay(key: string, entry: string): string | null {
    const entries = this.#entries.get(key) ?? new Map<string, string>();
    this.#entries.set(key, entries);
    if (entries.has(entry) || (entry === '' && entries.size > 0)) return null;
    // What came without an entry is the first one that has one.
    const unnamed = entries.get('');
    if (unnamed !== undefined) {
      entries.delete('');
      entries.set(entry, unnamed);
      return null;
    }
    const sourceKey = entries.size === 0 ? key : `${key}|${entries.size + 1}`;
    entries.set(entry, sourceKey);
    return sourceKey;
  }

  /** Identifies what a fact is about: a title or an episode. */
  #keyOf({ title, episode }: Draft): string {
    const { key } = this.#titleOf(title);
    return episode ? `${key}|${importEpisodeKey(episode)}` : key;
  }

  #titleOf(collected: CollectedTitle): ImportTitle {
    const title = collected.current;
    const known = this.#titles.get(title);
    if (known) return known;
    const { facts, ids, mediaType, hasTwin } = title;
    const made: ImportTitle = {
      key: titleKeyOf(title),
      mediaType,
      title: facts.title,
      ...definedOf({
        originalTitle: facts.originalTitle === facts.title ? undefined : facts.originalTitle || undefined,
        year: facts.year,
        director: facts.director || undefined,
        runtime: facts.runtime,
      }),
      ids,
      ...(hasTwin && { hasTwin: true as const }),
    };
    this.#titles.set(title, made);
    return made;
  }
}

function joinTitles(title: CollectedTitle, into: CollectedTitle): void {
  if (title === into) return;
  title.same = into;
  into.learn({ ...title.facts, ids: title.ids });
  for (const id of title.ownIds) into.ownIds.add(id);
}

function idKeysOf(source: ImportSource, { mediaType, ids = {}, ownId }: TitleFacts): string[] {
  const keys: string[] = [];
  // TMDB and TheTVDB number films and shows apart.
  if (ids.tmdb) keys.push(`${mediaType}|tmdb|${ids.tmdb}`);
  if (ids.imdb) keys.push(`${mediaType}|imdb|${ids.imdb}`);
  if (ids.tvdb) keys.push(`${mediaType}|tvdb|${ids.tvdb}`);
  if (ownId) keys.push(`${mediaType}|${source}|${ownId}`);
  return keys;
}

function nameKeyOf({ mediaType, title, year }: TitleFacts): string {
  const name = cut(title.toLowerCase().replace(/\s+/g, ' '), limits.title.max);
  return `${mediaType}|name|${name}|${year ?? ''}`;
}

/**
 * The name comes before a service's own id, because only some of its files have those: a diary that is imported alone
 * and later with the other files must not be a different title.
 */
function titleKeyOf({ mediaType, facts, ids, ownIds, hasTwin }: CollectedTitle): string {
  if (ids.tmdb) return `${mediaType}|tmdb|${ids.tmdb}`;
  if (ids.imdb) return `${mediaType}|imdb|${ids.imdb}`;
  if (ids.tvdb) return `${mediaType}|tvdb|${ids.tvdb}`;
  const [ownId] = [...ownIds].sort();
  if (ownId !== undefined && (hasTwin || !facts.title)) return `${mediaType}|own|${ownId}`;
  return nameKeyOf(facts);
}

function countOf(rows: ImportRow[], refused: RefusedRow[]): ImportCounts {
  const none = () => ({ in: 0, refused: 0 });
  const counts: ImportCounts = {
    films: none(),
    shows: none(),
    episodes: none(),
    plays: none(),
    seenUndated: none(),
    ratings: none(),
    reviews: none(),
    wants: none(),
    lists: none(),
    listItems: none(),
  };
  const films = new Set<string>();
  const shows = new Set<string>();
  const episodes = new Set<string>();
  for (const row of rows) {
    const kind = countedAs[row.kind];
    if (kind) counts[kind].in++;
    if (row.kind === 'list') continue;
    if (isNamed(row.title)) (row.title.mediaType === 'tv' ? shows : films).add(row.title.key);
    if ('episode' in row && row.episode) episodes.add(`${row.title.key}|${importEpisodeKey(row.episode)}`);
  }
  counts.films.in = films.size;
  counts.shows.in = shows.size;
  counts.episodes.in = episodes.size;
  for (const { kind } of refused) {
    counts[kind].in++;
    counts[kind].refused++;
  }
  return counts;
}

/** Compares the first parts that differ. */
function isMore(weights: (string | number)[], others: (string | number)[]): boolean {
  for (const [index, weight] of weights.entries()) {
    const other = others[index] ?? '';
    if (weight !== other) return weight > other;
  }
  return false;
}

/** The time of a moment, or null. */
export function timeOf(when: When): string | null {
  return when !== null && typeof when === 'object' && 'at' in when ? when.at : null;
}

function definedOf<T extends object>(object: T): T {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined)) as T;
}

/** Without the characters that cannot be stored. */
function storable(text: string): string {
  return text.replaceAll('\u0000', '').replace(/\p{Cs}/gu, '');
}

/** Without half of a character at the end. */
function cut(text: string, most: number): string {
  return text.length > most ? storable(text.slice(0, most)) : text;
}

function shorten(text: string, most = 60): string {
  return text.length > most ? `${cut(text, most - 1)}…` : text;
}
