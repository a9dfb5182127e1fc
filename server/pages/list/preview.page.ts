import { can } from '../../../common/permissions.ts';
import { dominantColour, posterPathOf } from '../../../common/pictures.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { escapeHtml, type Preview } from '../page.ts';
import { colourStyle, FIRST_ROW, posterImage, previewOf } from '../preview/frame.ts';
import type { ListPreview } from './preview.service.ts';
import { previewStyle } from './preview.style.ts';

type Draw = (item: Item) => string;

/** The preview of a list: its head and its first posters. */
export function drawPreview({ folder, isOwn, items }: ListPreview, imageBase: string): Preview {
  const first = new Set(items.slice(0, FIRST_ROW));
  const draw: Draw = (item) => posterOf(item, { imageBase, isFirst: first.has(item) });
  const grids = folder.isReviewed ? gridOf(items, draw) : sectionsOf(items, draw);
  const bar = '<div class="bar"><div class="tabs"></div></div>';
  // A single title is neither sorted nor searched.
  const tools = folder.itemCount > 1 ? '<div class="tools"></div>' : '';
  return previewOf(previewStyle, `${headOf(folder, isOwn)}${bar}${tools}${grids}`);
}

function headOf(folder: Folder, isOwn: boolean): string {
  const { isReviewed, permissions: flags } = folder;
  const access = { isOwner: isOwn, flags };
  const actions = ['Activity'];
  if (isReviewed) actions.push('Add Previous Reviews');
  if (!isReviewed && folder.itemCount > 0) actions.push('Tonight');
  if (!isReviewed && can(access, 'member:invite')) actions.push('Share');
  if (!isReviewed && can(access, 'item:add')) actions.push('Add titles');
  const more = isReviewed ? '' : '<span class="action more">More</span>';
  const buttons = actions.map((text) => `<span class="action">${text}</span>`).join('') + more;
  // The members come with the app; until then their line is kept.
  const people = isReviewed ? '' : '<p class="people"></p>';
  const title = `<h1>${escapeHtml(folder.name)}</h1>`;
  return `<div class="head"><div class="text">${title}${people}</div><div class="actions">${buttons}</div></div>`;
}

function sectionsOf(items: readonly Item[], draw: Draw): string {
  const sections = [
    { name: 'To Watch', shown: items.filter((item) => !item.watched) },
    { name: 'Rewatch', shown: items.filter((item) => item.watched) },
  ];
  return sections
    .filter(({ shown }) => shown.length > 0)
    .map(({ name, shown }) => `<h2>${name}</h2>${gridOf(shown, draw)}`)
    .join('');
}

/** On touch screens, posters have a strip with a button below them. */
const gridOf = (items: readonly Item[], draw: Draw) => `<div class="grid actionable">${items.map(draw).join('')}</div>`;

interface Placing {
  imageBase: string;
  isFirst: boolean;
}

function posterOf(item: Item, { imageBase, isFirst }: Placing): string {
  const isSeen = item.watched && item.userRating === null;
  const colour = isSeen ? undefined : dominantColour(item.posterPath);
  const image = posterImage({ path: posterPathOf(item, imageBase), imageBase, isFirst });
  return `<div class="poster${isSeen ? ' watched' : ''}"${colourStyle(colour)}>${image}</div>`;
}
