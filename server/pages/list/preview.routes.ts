import { type RequestHandler, Router } from 'express';
import { families } from '../../../common/families.ts';
import { can } from '../../../common/permissions.ts';
import { dominantColour, posterPathOf } from '../../../common/pictures.ts';
import type { Folder } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import { loadFolderFor } from '../../features/folders/access/access.ts';
import { viewFolders } from '../../features/folders/access/folderViews.ts';
import { listInOrder } from '../../features/folders/items/item.service.ts';
import { readForMember } from '../memberPage.ts';
import { escapeHtml, type HtmlPage, type Preview } from '../page.ts';
import { frameStyle } from '../preview/frame.style.ts';
import { colourStyle, FIRST_ROW, posterImage, previewOf } from '../preview/frame.ts';

interface PreviewParts {
  page: HtmlPage;
  session: RequestHandler;
  /** Throws rate_limited if the user's budget is used up: then the page has no preview. */
  admit: (userId: string) => Promise<void>;
  /** The base address of TMDB's pictures; empty while all pictures come from this server. */
  imageBase: () => string;
}

/** With one of these in the address, the screen shows other titles or another order, so there is no preview. */
const chosenViews = ['filter', 'find', 'genre', 'length', 'q', 'sort'];

/** Pages of lists contain a preview with the first posters for members. Other visitors get the plain page. */
export function previewRouter({ page, session, admit, imageBase }: PreviewParts): Router {
  const router = Router();
  const paths = Object.values(families).map(({ screenPath }) => `${screenPath}/:id`);
  router.get(paths, async (req, res) => {
    const draw = async (userId: string) => {
      await admit(userId);
      return drawPreview(await readPreview(userId, String(req.params.id)), imageBase());
    };
    const isUsualView = chosenViews.every((name) => req.query[name] === undefined);
    const preview = isUsualView ? await readForMember(session, req, res, draw) : null;
    if (preview) page.sendPreview(res, preview);
    else page.send(res);
  });
  return router;
}

type Draw = (item: Item) => string;

/** The preview of a list: its head and its first posters. */
function drawPreview({ folder, isOwn, items }: ListPreview, imageBase: string): Preview {
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

/** What the page of a list shows before the app has loaded. */
interface ListPreview {
  folder: Folder;
  isOwn: boolean;
  /** The first items to watch, then watched ones if there are fewer than needed. */
  items: Item[];
}

/** Three rows of the widest window, which fill the largest screen. More would delay the first. */
const SHOWN = 30;
/** How many items are searched for unwatched ones. */
const READ = 120;

/** Throws not_found if the user may not see the list. */
async function readPreview(userId: string, folderId: string): Promise<ListPreview> {
  const { folder, access } = await loadFolderFor(userId, folderId, 'folder:view');
  const [views, items] = await Promise.all([viewFolders(userId, [folder]), listInOrder(folder, READ)]);
  const [view] = views;
  if (!view) throw new Error(`Folder ${folderId} is visible to ${userId} but has no view`);
  const inOrder = view.isReviewed ? items : toWatchFirst(items, view);
  return { folder: view, isOwn: access.isOwner, items: inOrder.slice(0, SHOWN) };
}

/** In the order of the screen. Watched items are included only if it is known where their section starts. */
function toWatchFirst(items: readonly Item[], { itemCount }: Folder): Item[] {
  const toWatch = items.filter((item) => !item.watched);
  return items.length === itemCount ? [...toWatch, ...items.filter((item) => item.watched)] : toWatch;
}

/** The inline style of a list's preview. */
export const previewStyle = `${frameStyle}
#preview .head{display:flex;flex-wrap:wrap;align-items:flex-end;justify-content:space-between;gap:16px 24px;margin-bottom:24px}
#preview .text{flex:1 1 320px;min-width:0;max-width:68ch}
#preview h1{font-size:26px;overflow-wrap:anywhere}
#preview h2{display:flex;align-items:center;height:56px;font-size:20px}
#preview .people{height:32px;margin-top:8px}
#preview .actions{display:flex;flex-wrap:wrap;gap:10px}
#preview .action{height:36px;padding:0 20.6px 0 42px;border-radius:10px;background:var(--raised);color:transparent;font-weight:600;line-height:36px;white-space:nowrap}
#preview .bar{min-height:38px;margin-bottom:16px}
#preview .tools{height:38px;margin-bottom:16px}
#preview .tabs{width:230px;height:38px;border-radius:20px;background:var(--raised)}
#preview .watched img{opacity:.45}
#preview .action.more{width:36px;padding:0;overflow:hidden}
@media(max-width:47.99em),(hover:none){#preview .action{height:44px;line-height:44px}#preview .action.more{width:44px}#preview .bar{min-height:44px}#preview .tools{height:44px}#preview .tabs{height:44px;border-radius:22px}}
@media(max-width:47.99em){#preview .head{gap:12px;margin-bottom:12px}#preview .actions{flex:1 1 100%;flex-wrap:nowrap;gap:6px}#preview .action,#preview .action.more{flex:1 1 auto;width:auto;min-width:44px;height:54px;padding:0 3px;font-size:12px}#preview .bar{height:92px;margin-bottom:0}#preview .tools{display:none}}
@media(min-width:48em){#preview h1{font-size:34px}}
`;
