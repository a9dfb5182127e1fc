// A program of its own, in the page before the app: it draws the list that the page brings along, in the places that the
// app will give it. The app takes it away when it shows the same.
import { families, familyKeys } from '../../../common/families.ts';
import type { Folder } from '../../../common/folder.ts';
import { OPENING_DATA, type Opening, type OpeningItem } from '../../../common/opening.ts';
import { mayDoMoreThanView } from '../../../common/permissions.ts';
import { posterColumns, sizeClass } from '../../components/gridColumns.ts';
import poster from '../../components/PosterCard.module.css';
import head from '../../features/folders/ScreenHead.module.css';
import section from '../../features/folders/watchedSections.module.css';
import { dominantColour, imageUrl, posterOf, posterSize, setImageBase } from '../../lib/images.ts';
import { OPENING } from '../../lib/opening.ts';
import { displayName } from '../../lib/person.ts';
import screen from '../../screens/FolderScreen.module.css';
import layout from '../Layout.module.css';
import sidebar from '../Sidebar.module.css';
import { element } from './element.ts';
import classes from './opening.module.css';

function draw({ folder, isOwn, items, imageBase }: Opening): void {
  setImageBase(imageBase);
  const place = element('div', { className: layout.screen, children: [headOf(folder, isOwn), bar()] });
  const main = element('div', { className: `${layout.main} ${classes.main}`, children: [place] });
  const aside = element('div', { className: `${sidebar.sidebar} ${classes.sidebar}` });
  const body = element('div', { className: layout.body, children: [aside, main] });
  const opening = element('div', { className: classes.opening, children: [body] });
  opening.id = OPENING;
  opening.inert = true;
  opening.setAttribute('aria-hidden', 'true');
  document.body.append(opening);
  // Only in its place does a grid know how wide its posters are.
  if (folder.isReviewed) addGrid(place, items);
  else {
    addSection(
      place,
      'To Watch',
      items.filter((item) => !item.watched),
    );
    addSection(
      place,
      'Rewatch',
      items.filter((item) => item.watched),
    );
  }
}

function headOf(folder: Folder, isOwn: boolean): HTMLElement {
  const { Noun } =
    families[familyKeys.find((key) => location.pathname.startsWith(families[key].screenPath)) ?? 'folder'];
  const { isReviewed, permissions: flags, sharedByUser } = folder;
  const actions = ['Activity'];
  if (isReviewed) actions.push('Add Previous Reviews');
  if (isOwn && !isReviewed) actions.push(`Edit ${Noun}`);
  if (!isReviewed && mayDoMoreThanView({ isOwner: isOwn, flags })) actions.push('Manage');

  const title = element('h1', { className: head.title, text: folder.name });
  const sharedBy = sharedByUser && !isOwn ? [`Shared by ${displayName(sharedByUser)}`] : [];
  const lines = sharedBy.map((text) => element('p', { className: screen.sharedBy, text }));
  return element('header', {
    className: head.head,
    children: [
      element('div', { className: head.text, children: [title, ...lines] }),
      element('div', {
        className: head.actions,
        children: actions.map((text) => element('span', { className: classes.action, text })),
      }),
    ],
  });
}

const bar = () => element('div', { className: screen.bar, children: [element('div', { className: classes.tabs })] });

function addSection(place: HTMLElement, name: string, items: readonly OpeningItem[]): void {
  if (items.length === 0) return;
  place.append(element('h2', { className: section.heading, text: name }));
  addGrid(place, items);
}

function addGrid(place: HTMLElement, items: readonly OpeningItem[]): void {
  const columns = posterColumns[sizeClass(window.innerWidth)];
  const grid = element('div', { className: classes.grid, style: { '--columns': String(columns) } });
  place.append(grid);
  const gap = Number.parseFloat(getComputedStyle(grid).columnGap);
  const width = (grid.clientWidth - gap * (columns - 1)) / columns;
  grid.append(...items.map((item, at) => cardOf(item, { width, isFirst: at < columns })));
}

interface Place {
  width: number;
  /** In the first row. */
  isFirst: boolean;
}

function cardOf(item: OpeningItem, { width, isFirst }: Place): HTMLElement {
  const path = posterOf(item);
  const url = imageUrl(path, posterSize(width));
  const colour = item.watched ? undefined : dominantColour(path);
  const picture = element('div', {
    className: poster.poster,
    ...(colour && { style: { 'background-color': colour } }),
  });
  picture.append(url ? imageOf(url, isFirst) : element('span', { className: poster.missing, text: item.title }));
  if (item.userRating !== null) {
    picture.append(element('span', { className: poster.ticket, text: `${item.userRating}/10` }));
  } else if (item.watched) {
    picture.append(element('span', { className: poster.check }));
  }
  const card = element('div', { className: poster.card, children: [picture] });
  if (item.watched && item.userRating === null) card.dataset.watched = 'true';
  return card;
}

/** The first row comes before the app's code: nothing on the page is looked at sooner. */
function imageOf(src: string, isFirst: boolean): HTMLElement {
  const image = element('img', { className: poster.image });
  return Object.assign(image, { alt: '', fetchPriority: isFirst ? 'high' : 'auto', src });
}

function start(): void {
  const data = document.getElementById(OPENING_DATA);
  const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  // A page that one comes back to is scrolled to where it was, which only the app knows.
  if (data && navigation?.type === 'navigate') draw(JSON.parse(data.textContent) as Opening);
}

// As soon as there is somewhere to draw: DOMContentLoaded would be after the app's own code.
if (document.body) start();
else document.addEventListener('readystatechange', start, { once: true });
