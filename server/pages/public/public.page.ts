import { type ImageSize, pictureUrl, posterPathOf } from '../../../common/pictures.ts';
import { yearOf } from '../../features/folders/export/listFile.ts';
import type { PublicItem } from '../../features/folders/export/publicList.service.ts';
import { escapeHtml, tagsOf } from '../page.ts';
import { srcsetOf } from '../preview/frame.ts';
import { displayFont } from '../sign-in/sign-in.style.ts';
import { publicStyle } from './public.style.ts';

/** What a page of a public list is drawn from. */
export interface PublicPage {
  name: string;
  itemCount: number;
  /** Where the page begins, and its titles. More than fit are left for the next page. */
  from: number;
  items: readonly PublicItem[];
  imageBase: string;
  /** With the origin: of the page without an ending, and of the list in the app. */
  url: string;
  appUrl: string;
  isFindable: boolean;
}

/** A page has at most so many bytes, with its style. */
const PAGE_BYTES = 30_000;
/** For everything but titles. */
const REST_BYTES = 4500;
/** Longer descriptions are cut, so that a page shows many titles. */
const OVERVIEW_BYTES = 420;

const SIGN =
  '<svg viewBox="0 0 32 32" width="30" height="30" aria-hidden="true"><path fill="#ffb84d" d="M2 9.5A3.5 3.5 0 0 1 5.5 6h21A3.5 3.5 0 0 1 30 9.5v9.8L27.6 27 16 22.6 4.4 27 2 19.3z"/><path fill="none" stroke="#1a1204" stroke-width="3.2" stroke-linecap="round" stroke-linejoin="round" d="M8.5 19.5v-9l7.5 6.3 7.5-6.3v9"/></svg>';

const bytesOf = (text: string) => Buffer.byteLength(text);

/** A list as anyone sees it. It works without scripts. */
export function publicPage(page: PublicPage): string {
  const { name, itemCount, from, url, appUrl, items, imageBase } = page;
  const room = PAGE_BYTES - REST_BYTES - bytesOf(publicStyle) - 4 * bytesOf(escapeHtml(name));
  const titles = fill(items, room, (item, place) => drawTitle(item, imageBase, from + place < FIRST_ROW));
  const facts = countOf(itemCount);
  const backdrop = from === 0 ? drawBackdrop(items, imageBase) : '';
  const head = `<meta name="description" content="${escapeHtml(`${facts} on Marquee`)}">
${page.isFindable ? `<link rel="canonical" href="${escapeHtml(url)}">` : '<meta name="robots" content="noindex">'}
<link rel="alternate" type="application/rss+xml" title="Additions" href="${escapeHtml(url)}.rss">
<link rel="alternate" type="application/json+oembed" href="${escapeHtml(oembedPath(url))}">
${tagsOf({ title: name, description: `${facts} · Made with Marquee`, picturePath: `${new URL(url).pathname}/picture.jpg` }, new URL(url).origin)}`;
  const body = `<body>
<header class="hero">${backdrop}
<div class="wrap"><div class="bar"><a class="brand" href="/">${SIGN}Marquee</a><a class="button" href="${escapeHtml(appUrl)}">Open in Marquee</a></div>
<div class="words"><h1>${escapeHtml(name)}</h1><p class="facts">${facts}</p></div></div></header>
<main class="wrap">${drawGrid(titles)}${drawPages(from, titles.length, itemCount)}</main>
<footer><div class="wrap"><p>A list made with <a href="/">Marquee</a></p><a href="${escapeHtml(url)}.rss">RSS</a><a href="${escapeHtml(url)}.ics">Calendar</a><a href="${escapeHtml(url)}.csv">Table</a><a href="${escapeHtml(url)}.json">JSON</a></div></footer>
</body>`;
  return documentOf(name, head, body);
}

/** The first titles of a list in the frame of another page. */
export function embeddedPage({ name, itemCount, items, imageBase, url }: PublicPage): string {
  const room = PAGE_BYTES - REST_BYTES - bytesOf(publicStyle);
  const titles = fill(items, room, (item) => drawTitle({ ...item, overview: null }, imageBase, false));
  const body = `<body class="frame">
<header><div class="wrap bar"><div><h1><a href="${escapeHtml(url)}" target="_blank" rel="noopener">${escapeHtml(name)}</a></h1><p class="facts">${countOf(itemCount)}</p></div><a href="/" target="_blank" rel="noopener" class="brand" aria-label="Marquee">${SIGN}</a></div></header>
<main class="wrap">${drawGrid(titles)}${titles.length < itemCount ? `<p class="more"><a href="${escapeHtml(url)}" target="_blank" rel="noopener">See all ${itemCount}</a></p>` : ''}</main>
</body>`;
  return documentOf(name, '<meta name="robots" content="noindex">', body);
}

/** What a link that has ended shows. */
export function endedPage(): string {
  const body = `<body><main class="alone"><div><h1>This link has ended</h1><p>The list is not public any more. Ask the person who gave you the link for a new one.</p><a class="button" href="/">Go to Marquee</a></div></main></body>`;
  return documentOf('This link has ended', '<meta name="robots" content="noindex">', body);
}

/** Where programs ask what to show in place of the address. */
const oembedPath = (url: string) => `${new URL(url).origin}/oembed?format=json&url=${encodeURIComponent(url)}`;

function documentOf(title: string, head: string, body: string): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="theme-color" content="#0f0e11" media="(prefers-color-scheme:dark)"><meta name="theme-color" content="#faf7f2" media="(prefers-color-scheme:light)">
<title>${escapeHtml(title)} · Marquee</title>
${head}
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="preload" href="${displayFont}" as="font" type="font/woff2" crossorigin>
<style>${publicStyle}</style>
</head>
${body}
</html>`;
}

/** Draws titles while there is room. The first one is always drawn. */
function fill(items: readonly PublicItem[], room: number, draw: (item: PublicItem, place: number) => string): string[] {
  const drawn: string[] = [];
  let rest = room;
  for (const [place, item] of items.entries()) {
    const title = draw(item, place);
    rest -= bytesOf(title);
    if (rest < 0 && drawn.length > 0) break;
    drawn.push(title);
  }
  return drawn;
}

const FIRST_ROW = 8;

/** The narrowest and the widest a poster is shown. */
const SIZES = '(min-width:1000px) 190px,(min-width:600px) 160px,30vw';

function drawTitle(item: PublicItem, imageBase: string, isFirst: boolean): string {
  const { title, overview, note, addedBy } = item;
  const year = escapeHtml(yearOf(item));
  const kind = item.mediaType === 'tv' ? 'TV show' : 'Film';
  const words = `<span class="name">${escapeHtml(title)}</span><span class="year">${[year, kind].filter(Boolean).join(' · ')}</span>`;
  const heading = overview
    ? `<details><summary>${words}</summary><p class="about">${escapeHtml(cut(overview))}</p></details>`
    : `<div class="plain">${words}</div>`;
  const extras = [
    note ? `<p class="note">${escapeHtml(note)}</p>` : '',
    addedBy ? `<p class="by">Added by ${escapeHtml(addedBy)}</p>` : '',
  ];
  return `<li class="title">${drawPoster(item, imageBase, isFirst)}${heading}${extras.join('')}</li>`;
}

/** Each size more is 70 bytes of each title. */
const SHOWN_SIZES = ['w185', 'w342'] as const;

function drawPoster(item: PublicItem, imageBase: string, isFirst: boolean): string {
  const path = posterPathOf(item, imageBase);
  const urlAt = (size: ImageSize) => pictureUrl(path, size, imageBase);
  const src = urlAt('w185');
  if (!src) return `<div class="poster none" aria-hidden="true">${escapeHtml(item.title.slice(0, 60))}</div>`;
  const loading = isFirst ? '' : ' loading="lazy"';
  return `<img class="poster" alt="" src="${escapeHtml(src)}" srcset="${srcsetOf(SHOWN_SIZES, urlAt)}" sizes="${SIZES}"${loading}>`;
}

/** The text up to the last word that fits. */
function cut(text: string): string {
  const bytes = Buffer.from(text);
  if (bytes.length <= OVERVIEW_BYTES) return text;
  const part = bytes
    .subarray(0, OVERVIEW_BYTES)
    .toString()
    .replace(/\uFFFD+$/, '');
  return `${part.replace(/\s+\S*$/, '')}…`;
}

/** Behind the name of the list: the first title that has a wide picture. */
function drawBackdrop(items: readonly PublicItem[], imageBase: string): string {
  const [src] = items.flatMap(({ backdropPath }) => pictureUrl(backdropPath, 'w1280', imageBase) ?? []);
  return src ? `<div class="back"><img src="${escapeHtml(src)}" alt="" fetchpriority="high"></div>` : '';
}

function drawGrid(titles: readonly string[]): string {
  if (titles.length === 0) return '<p class="empty">Nothing here yet.</p>';
  return `<ol class="grid">${titles.join('\n')}</ol>`;
}

function drawPages(from: number, shown: number, total: number): string {
  const next = from + shown;
  const links = [
    from > 0 ? '<a href="?">Back to the start</a>' : '',
    shown > 0 && next < total ? `<a href="?from=${next}" rel="next">Show more</a>` : '',
  ];
  return links.some(Boolean) ? `<nav class="more" aria-label="Pages">${links.join('')}</nav>` : '';
}

export const countOf = (count: number) => (count === 1 ? '1 title' : `${count.toLocaleString('en')} titles`);
