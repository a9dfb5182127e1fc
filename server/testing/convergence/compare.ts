import { pick } from '../../../common/pick.ts';
import { isMemberChange } from '../../../common/replica/replica.parts.ts';
import type { Change, ChangesAnswer } from '../../../common/schemas/changes.ts';
import { type Folder, folderCoreSchema } from '../../../common/schemas/folder.ts';
import type { Item } from '../../../common/schemas/item.ts';
import type { SimulatedTab } from './tab.ts';

/** Of a list: what all its members see, and what depends on who sees it. */
const comparedFields: (keyof Folder)[] = [
  ...folderCoreSchema.keyof().options,
  'permissions',
  'isSharedByMe',
  'sharedByUser',
];

/** Reads from the server with the cookie of a tab, not from the tab's stores. */
export async function read<T>(url: string, cookie: string, path: string): Promise<T> {
  const answer = await fetch(url + path, { headers: { cookie } });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

async function readFolders(url: string, cookie: string): Promise<Folder[]> {
  const own = await read<Folder[]>(url, cookie, '/api/folders');
  return [...own, ...(await read<Folder[]>(url, cookie, '/api/shared-folders'))];
}

/** The differences between a tab and the database, one line each. */
export async function differences(tab: SimulatedTab, url: string): Promise<string[]> {
  const get = <T>(path: string) => read<T>(url, tab.cookie, path);
  const folders = new Map((await readFolders(url, tab.cookie)).map((folder) => [folder.id, folder]));
  const found: string[] = [];
  const replicas = Object.fromEntries(
    tab.client.replicasOf(tab.folders).map((replica) => [replica.folder.id, replica]),
  );
  const differ = (what: string, ours: unknown, theirs: unknown) => {
    const [is, shouldBe] = [inOrder(ours), inOrder(theirs)];
    if (is !== shouldBe) found.push(`${tab.name}: ${what} is ${is} and should be ${shouldBe}`);
  };

  differ('the set of lists', Object.keys(replicas).sort(), [...folders.keys()].sort());
  for (const [id, folder] of folders) {
    const replica = replicas[id];
    if (!replica) continue;
    differ(`the rev of ${id}`, replica.rev, folder.rev);
    differ(`the list ${id}`, pick(replica.folder, comparedFields), pick(folder, comparedFields));
    differ(`what waits in ${id}`, replica.pending, []);
    if (replica.items) {
      differ(`the items of ${id}`, replica.items, await itemsOf(url, tab.cookie, id));
    }
    if (replica.shares && folder.userId === replica.viewerId) {
      const flags = await get<{ id: string }[]>(`/api/folders/${id}/shares`);
      const ids = (shares: readonly { id: string }[]) => shares.map((share) => share.id).sort();
      differ(`the shares of ${id}`, ids(replica.shares), ids(flags));
    }
    if (replica.activity) {
      const first = replica.activity.at(-1)?.rev ?? folder.rev + 1;
      const log = await logOf(url, tab.cookie, id, first - 1);
      differ(
        `the activity of ${id}`,
        replica.activity.map(({ rev }) => rev),
        log
          .filter(isMemberChange)
          .map(({ rev }) => rev)
          .reverse(),
      );
      const { changes } = await get<{ changes: Change[] }>(`/api/folders/${id}/changes`);
      differ(`the log of ${id}`, replica.activity.slice(0, changes.length), changes.reverse());
    }
  }
  return found;
}

/** A text that is the same for the same content: fields are sorted, and undefined ones are left out. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

async function itemsOf(url: string, cookie: string, folderId: string): Promise<Item[]> {
  const items: Item[] = [];
  for (let page: Item[] | undefined; page === undefined || page.length > 0; items.push(...page)) {
    const after = items.at(-1)?.id;
    page = await read<Item[]>(url, cookie, `/api/folders/${folderId}/items${after ? `?after=${after}` : ''}`);
  }
  return items;
}

/** Reads the log of a folder after this rev, by default all of it. Empty if the reader may not read so far back. */
export async function logOf(url: string, cookie: string, folderId: string, afterRev = 0): Promise<Change[]> {
  const log: Change[] = [];
  for (let hasMore = true; hasMore; ) {
    const since = log.at(-1)?.rev ?? afterRev;
    const page = await read<ChangesAnswer>(url, cookie, `/api/folders/${folderId}/changes?since=${since}`);
    if ('reset' in page) return [];
    log.push(...page.changes);
    hasMore = page.more;
  }
  return log;
}
