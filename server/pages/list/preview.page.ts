import { can } from '../../../common/permissions.ts';
import {
  dominantColour,
  type ImageSize,
  POSTER_SIZES,
  pictureUrl,
  pixelsOf,
  posterPathOf,
} from '../../../common/pictures.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { escapeHtml, type Preview } from '../page.ts';
import type { ListPreview } from './preview.service.ts';
import { posterSizes, previewStyle } from './preview.style.ts';

type Draw = (item: Item) => string;

/** The first row in the widest window. Only these posters load with high priority. */
const FIRST = 10;

/**
 * A static preview of the list with the layout of the app, which removes it when its own screen is ready. It is not
 * interactive and hidden from screen readers.
 */
export function drawPreview({ folder, isOwn, items }: ListPreview, imageBase: string): Preview {
  const first = new Set(items.slice(0, FIRST));
  const draw: Draw = (item) => posterOf(item, { imageBase, isFirst: first.has(item) });
  const grids = folder.isReviewed ? gridOf(items, draw, isOwn) : sectionsOf(items, draw, isOwn);
  const bar = '<div class="bar"><div class="tabs"></div></div>';
  // A single title is neither sorted nor searched.
  const tools = folder.itemCount > 1 ? '<div class="tools"></div>' : '';
  const main = `<div class="main">${headOf(folder, isOwn)}${bar}${tools}${grids}</div>`;
  return { style: previewStyle, body: `<div id="preview" inert aria-hidden="true">${main}</div>` };
}

function headOf(folder: Folder, isOwn: boolean): string {
  const { isReviewed, permissions: flags, sharedByUser } = folder;
  const access = { isOwner: isOwn, flags };
  const actions = ['Activity'];
  if (isReviewed) actions.push('Add Previous Reviews');
  if (!isReviewed && can(access, 'member:invite')) actions.push('Share');
  if (!isReviewed && can(access, 'item:add')) actions.push('Add titles');
  const more = isReviewed ? '' : '<span class="action more"></span>';
  const buttons = actions.map((text) => `<span class="action">${text}</span>`).join('') + more;
  // The name of who shares it comes with the app; until then its line is kept.
  const by = sharedByUser && !isOwn ? '<p class="by">&nbsp;</p>' : '';
  const title = `<h1>${escapeHtml(folder.name)}</h1>`;
  return `<div class="head"><div class="text">${title}${by}</div><div class="actions">${buttons}</div></div>`;
}

function sectionsOf(items: readonly Item[], draw: Draw, isOwn: boolean): string {
  const sections = [
    { name: 'To Watch', shown: items.filter((item) => !item.watched) },
    { name: 'Rewatch', shown: items.filter((item) => item.watched) },
  ];
  return sections
    .filter(({ shown }) => shown.length > 0)
    .map(({ name, shown }) => `<h2>${name}</h2>${gridOf(shown, draw, isOwn)}`)
    .join('');
}

/** Posters of one's own list have a strip with a menu below them on touch screens. */
const gridOf = (items: readonly Item[], draw: Draw, isOwn: boolean) =>
  `<div class="grid${isOwn ? ' own' : ''}">${items.map(draw).join('')}</div>`;

interface Placing {
  imageBase: string;
  isFirst: boolean;
}

function posterOf(item: Item, { imageBase, isFirst }: Placing): string {
  const isSeen = item.watched && item.userRating === null;
  const colour = isSeen ? undefined : dominantColour(item.posterPath);
  const style = colour ? ` style="background-color:${colour}"` : '';
  const path = posterPathOf(item, imageBase);
  const image = imageOf((size) => pictureUrl(path, size, imageBase), isFirst);
  return `<div class="poster${isSeen ? ' watched' : ''}"${style}>${image}</div>`;
}

function imageOf(urlAt: (size: ImageSize) => string | null, isFirst: boolean): string {
  const src = urlAt('w154');
  if (!src) return '';
  const srcset = POSTER_SIZES.map((size) => `${escapeHtml(urlAt(size) ?? src)} ${pixelsOf(size)}w`).join();
  const priority = isFirst ? ' fetchpriority="high"' : ' loading="lazy"';
  return `<img alt="" src="${escapeHtml(src)}" srcset="${srcset}" sizes="${posterSizes}"${priority}>`;
}
