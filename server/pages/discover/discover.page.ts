import { BACKDROP_SIZES, dominantColour, pictureUrl, posterPathOf, SPOTLIGHT_SIZES } from '../../../common/pictures.ts';
import type { FoundList } from '../../../common/schemas/folder.ts';
import type { FilmPerson, FoundPage as Found, MediaType, Movie, TvShow } from '../../../common/schemas/title.ts';
import type { Contact } from '../../../common/schemas/user.ts';
import { displayName } from '../../features/users/directory.service.ts';
import { escapeHtml, type Preview } from '../page.ts';
import { colourStyle, FIRST_ROW, posterImage, previewOf, srcsetOf } from '../preview/frame.ts';
import { discoverStyle } from './discover.style.ts';

export type Kind = MediaType | 'person';

interface Popular {
  mediaType: MediaType;
  titles: readonly (Movie | TvShow)[];
}

/** `follows` is whether the user is likely to have next episodes. */
type DrawnPopular = Popular & { follows: boolean };

type ShownList = FoundList & { isOwn: boolean };

export interface DrawnSearch {
  /** The title of the screen that shows them. */
  title: string;
  query: string;
  kind: Kind;
  found: { movie: Found<Movie>; tv: Found<TvShow>; person: Found<FilmPerson> };
  /** The lists and people of the site that match. */
  onSite: { lists: readonly ShownList[]; people: readonly Contact[] };
}

/** With more, a button shows the rest; as in the app. */
const SHOWN_ON_SITE = 6;

/** As in the app. */
const kinds = [
  { value: 'movie', label: 'Movies' },
  { value: 'tv', label: 'TV Shows' },
  { value: 'person', label: 'Actors' },
] as const satisfies readonly { value: Kind; label: string }[];

/** How many cards of the "For you" row are drawn, empty: the picks come with the app. */
const PICKS = 12;

/** The preview of Discover: space for the next episodes, the first popular title large, space for the picks, and the popular titles. */
export function drawDiscover({ mediaType, titles, follows }: DrawnPopular, imageBase: string): Preview {
  const head = headOf({ title: 'Discover', subtitle: 'Browse popular movies, TV shows and actors', kind: mediaType });
  const filters = `<div class="filters">${'<i></i>'.repeat(5)}</div>`;
  const picks = `<div class="picks"><div class="line"><h2>For you</h2></div><div class="strip">${'<div class="poster"></div>'.repeat(PICKS)}</div></div>`;
  // Only shown where the app will have the row: with data-follows, which firstPaint.js corrects by what the device knows.
  const upNext = '<div class="next"></div>';
  const [first] = titles;
  const stage = first ? stageOf(first, imageBase) : '<div class="stage"></div>';
  const preview = previewOf(
    discoverStyle,
    head + filters + upNext + stage + picks + titleGrid({ mediaType, titles, imageBase, firstRow: 0 }),
  );
  return follows ? { ...preview, mark: 'data-follows' } : preview;
}

/** The preview of a search: how many films, shows and people were found, and those of one kind below what is on the site. */
export function drawSearch({ title, query, kind, found, onSite }: DrawnSearch, imageBase: string): Preview {
  const counts = { movie: found.movie.total_results, tv: found.tv.total_results, person: found.person.total_results };
  const meant = [found.movie, found.tv, found.person].find(({ did_you_mean }) => did_you_mean)?.did_you_mean;
  const subtitle = `Results for “${query}”${meant ? `. Did you mean ${meant}?` : ''}`;
  const head = headOf({ title, subtitle, kind, counts });
  const grid =
    kind === 'person'
      ? peopleGrid(found.person.results, imageBase)
      : titleGrid({ mediaType: kind, titles: found[kind].results, imageBase, firstRow: FIRST_ROW });
  const lists = siteGroup('Lists', onSite.lists.map(lineOfList));
  const people = siteGroup('People', onSite.people.map(lineOfPerson));
  return previewOf(discoverStyle, head + lists + people + grid);
}

/** A line of the app, which is higher where its hint takes two lines. */
const siteLine = (name: string, hint: string) =>
  `<div><i></i><span><b>${escapeHtml(name)}</b><small>${hint}</small></span></div>`;

function lineOfPerson(person: Contact): string {
  return siteLine(displayName(person), escapeHtml(person.username ? `@${person.username}` : person.email));
}

function lineOfList({ name, itemCount, owner, isMember, isOwn }: ShownList): string {
  const whose = isOwn ? 'Yours' : displayName({ email: '', ...owner });
  const count = `${itemCount} ${itemCount === 1 ? 'title' : 'titles'}`;
  return siteLine(name, `${count} · ${!isOwn && isMember ? 'Shared by ' : ''}<bdi>${escapeHtml(whose)}</bdi>`);
}

function siteGroup(heading: string, lines: readonly string[]): string {
  if (lines.length === 0) return '';
  const shown = lines.slice(0, SHOWN_ON_SITE).join('');
  const more = lines.length > SHOWN_ON_SITE ? '<p></p>' : '';
  return `<div class="site"><h2>${heading} <small>(${lines.length})</small></h2><div class="lines">${shown}</div>${more}</div>`;
}

interface Head {
  title: string;
  subtitle: string;
  kind: Kind;
  counts?: Record<Kind, number>;
}

function headOf({ title, subtitle, kind, counts }: Head): string {
  const tabs = kinds.map(({ value, label }) => {
    const count = counts ? ` <small>(${counts[value].toLocaleString('en')})</small>` : '';
    return `<span class="tab${value === kind ? ' chosen' : ''}">${label}${count}</span>`;
  });
  const words = `<div><h1>${title}</h1><p>${escapeHtml(subtitle)}</p></div>`;
  return `<div class="kinds">${words}<div><div class="tabs">${tabs.join('')}</div></div></div>`;
}

function stageOf(shown: Movie | TvShow, imageBase: string): string {
  const [name, date] = 'title' in shown ? [shown.title, shown.release_date] : [shown.name, shown.first_air_date];
  const rating = shown.vote_average ? `<span class="rating">${shown.vote_average.toFixed(1)}</span>` : '';
  const overview = shown.overview ? `<p class="overview">${escapeHtml(shown.overview)}</p>` : '';
  return `<div class="stage"${colourStyle(dominantColour(shown.backdrop_path))}>${backdropOf(shown.backdrop_path, imageBase)}<div class="words"><p class="place">Number one right now</p><h2>${escapeHtml(name)}</h2><p class="facts">${escapeHtml(date?.slice(0, 4) || 'Unknown')}${rating}</p>${overview}<div class="add"></div></div></div>`;
}

function backdropOf(path: string | null, imageBase: string): string {
  const src = pictureUrl(path, 'w1280', imageBase);
  if (!src) return '';
  const srcset = srcsetOf(BACKDROP_SIZES, (size) => pictureUrl(path, size, imageBase));
  return `<img alt="" src="${escapeHtml(src)}" srcset="${srcset}" sizes="${SPOTLIGHT_SIZES}" fetchpriority="high">`;
}

interface Grid {
  mediaType: MediaType;
  titles: readonly (Movie | TvShow)[];
  imageBase: string;
  /** How many posters load with high priority. */
  firstRow: number;
}

function titleGrid({ mediaType, titles, imageBase, firstRow }: Grid): string {
  const posters = titles.map(({ id, poster_path }, at) => {
    const path = posterPathOf({ mediaType, tmdbId: id, posterPath: poster_path }, imageBase);
    const image = posterImage({ path, imageBase, isFirst: at < firstRow });
    return `<div class="poster"${colourStyle(dominantColour(poster_path))}>${image}</div>`;
  });
  return `<div class="grid actionable">${posters.join('')}</div>`;
}

function peopleGrid(people: readonly FilmPerson[], imageBase: string): string {
  const cards = people.map(({ name, profile_path }, at) => {
    const image = posterImage({ path: profile_path, imageBase, isFirst: at < FIRST_ROW });
    return `<div class="person"><div class="poster"${colourStyle(dominantColour(profile_path))}>${image}</div><small>${escapeHtml(name)}</small></div>`;
  });
  return `<div class="grid people">${cards.join('')}</div>`;
}
