import type { Place, TitleFacts } from '../collection.ts';
import { readDate } from '../dates.ts';
import {
  entryPlace,
  episodeNumberOf,
  idsOf,
  isObject,
  listOf,
  type MakeSource,
  objectOf,
  type Reading,
  scalarOf,
  textOf,
  yearOf,
} from '../reading.ts';

/** Watcharr's export: a JSON list of watched and planned titles. */
export const watcharr: MakeSource = (reading) => ({
  source: 'watcharr',
  documents: [
    {
      recognises: (data) => {
        const first = objectOf(listOf(data)[0]);
        return isObject(first.content) && 'tmdbId' in objectOf(first.content) && 'status' in first;
      },
      read: (data, file) => {
        for (const [index, value] of listOf(data).entries()) {
          const entry = objectOf(value);
          readWatcharr(reading, entryPlace(file, index, { ...entry, activity: undefined }), entry);
        }
      },
    },
  ],
});

function readWatcharr({ collection, today }: Reading, place: Place, entry: Record<string, unknown>): void {
  const dateOf = (value: unknown) => readDate(textOf(value), { today, isUtc: true });
  const content = objectOf(entry.content);
  const isFilm = content.type === 'movie';
  const title = collection.title(place, {
    mediaType: isFilm ? 'movie' : 'tv',
    title: textOf(content.title),
    year: yearOf(textOf(content.release_date ?? content.first_air_date)),
    ids: idsOf({ tmdb: scalarOf(content.tmdbId) }),
  });
  collection.rated(place, title, scalarOf(entry.rating), 10);
  collection.reviewed(place, title, textOf(entry.thoughts), { isPrivate: true });
  const activity = listOf(entry.activity).map(objectOf);
  /** Only times that the person has set: the others are when something was ticked or imported. */
  const customDates = (kind: RegExp) =>
    activity.filter(({ type, customDate }) => kind.test(textOf(type)) && textOf(customDate) !== '');
  const state = ({ HOLD: 'paused', DROPPED: 'dropped' } as const)[textOf(entry.status)];
  if (state && !isFilm) collection.stated(place, title, state);
  if (entry.status === 'PLANNED') collection.wanted(place, title);
  else if (isFilm && entry.status === 'FINISHED') {
    const dated = customDates(/WATCHED/).map(({ customDate }) => dateOf(customDate));
    for (const when of dated) collection.watched(place, title, when);
    if (dated.length === 0) collection.seen(place, title);
  } else if (entry.status === 'FINISHED') collection.progress(place, title, { aired: true }, null, true);
  for (const each of listOf(entry.watchedEpisodes).map(objectOf)) {
    const season = episodeNumberOf(scalarOf(each.seasonNumber));
    const number = episodeNumberOf(scalarOf(each.episodeNumber));
    if (season === undefined || number === undefined || each.status !== 'FINISHED') continue;
    const dates = customDates(/EPISODE/).filter(({ data }) => {
      const about = parsed(textOf(data));
      return about.season === season && about.episode === number;
    });
    collection.watched(place, title, dateOf(dates[0]?.customDate), { episode: { season, number, ids: {} } });
  }
}

function parsed(json: string): Record<string, unknown> {
  try {
    return objectOf(JSON.parse(json));
  } catch {
    return {};
  }
}

/** Ryot's export: titles by their ids only, with ratings of up to 100. */
export const ryot: MakeSource = (reading) => ({
  source: 'ryot',
  documents: [
    {
      recognises: (data) =>
        isObject(data) &&
        [data.metadata, data.media].some((list) => {
          const first = objectOf(listOf(list)[0]);
          return 'lot' in first && 'identifier' in first;
        }),
      read: (data, file) => {
        const account = objectOf(data);
        for (const [index, value] of listOf(account.metadata ?? account.media).entries()) {
          const entry = objectOf(value);
          readRyot(reading, entryPlace(file, index, entry), entry);
        }
      },
    },
  ],
});

function readRyot({ collection, today }: Reading, place: Place, entry: Record<string, unknown>): void {
  const dateOf = (value: unknown) => readDate(textOf(value), { today, isUtc: true });
  const lot = textOf(entry.lot);
  if (!['movie', 'show', 'anime'].includes(lot)) {
    collection.refuse(place, 'films', `Marquee has films and shows, and this is “${lot}”`);
    return;
  }
  const id = textOf(entry.identifier);
  const source = textOf(entry.source);
  const facts: TitleFacts = {
    mediaType: lot === 'movie' ? 'movie' : 'tv',
    title: source === 'tmdb' || source === 'tvdb' ? '' : textOf(entry.source_id),
    ids: idsOf(source === 'tmdb' ? { tmdb: id } : source === 'tvdb' ? { tvdb: id } : {}),
    ownId: `${source} ${id}`,
  };
  const title = collection.title(place, facts);
  for (const seen of listOf(entry.seen_history).map(objectOf)) {
    if ((textOf(seen.state) || 'completed') !== 'completed') continue;
    const when = dateOf(seen.ended_on);
    const season = episodeNumberOf(scalarOf(seen.show_season_number));
    const number = episodeNumberOf(scalarOf(seen.show_episode_number));
    const count = episodeNumberOf(scalarOf(seen.anime_episode_number));
    if (facts.mediaType === 'movie') collection.watched(place, title, when);
    else if (season !== undefined && number !== undefined)
      collection.watched(place, title, when, { episode: { season, number, ids: {} } });
    else if (count) collection.progress(place, title, { count }, when);
    else collection.progress(place, title, { aired: true }, when);
  }
  for (const review of listOf(entry.reviews).map(objectOf)) {
    const season = episodeNumberOf(scalarOf(review.show_season_number));
    const number = episodeNumberOf(scalarOf(review.show_episode_number));
    const episode = season !== undefined && number !== undefined ? { season, number, ids: {} } : undefined;
    const text = objectOf(review.review);
    const when = dateOf(text.date);
    collection.rated(place, title, scalarOf(review.rating), 100, { episode, when });
    collection.reviewed(place, title, textOf(text.text), { episode, when });
  }
  for (const collected of listOf(entry.collections).map(objectOf)) {
    const name = textOf(collected.collection_name) || textOf(collected);
    const when = dateOf(collected.created_on);
    if (/^watchlist$/i.test(name)) collection.wanted(place, title, when);
    // Ryot keeps these itself.
    else if (name && !/^(in progress|completed|monitoring|owned|reminders|recommendations)$/i.test(name))
      collection.listed(place, title, collection.list(place, name), { position: place.line, when });
  }
}
