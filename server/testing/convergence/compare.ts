import type { Change } from '../../../common/changes.ts';
import type { Folder } from '../../../common/folder.ts';
import type { SimulatedTab } from './tab.ts';

/** Reads as that tab's person does, past the tab's own stores. */
export async function read<T>(url: string, cookie: string, path: string): Promise<T> {
  const answer = await fetch(url + path, { headers: { cookie } });
  if (!answer.ok) throw new Error(`GET ${path} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as T;
}

/** In what the tab differs from the database, one line each. */
export async function differences(tab: SimulatedTab, url: string): Promise<string[]> {
  const get = <T>(path: string) => read<T>(url, tab.cookie, path);
  const folders = new Map(
    [...(await get<Folder[]>('/api/folders')), ...(await get<Folder[]>('/api/shared-folders'))].map((folder) => [
      folder.id,
      folder,
    ]),
  );
  const found: string[] = [];
  const { replicas } = tab.folders;
  const differ = (what: string, ours: unknown, theirs: unknown) => {
    const [is, shouldBe] = [inOrder(ours), inOrder(theirs)];
    if (is !== shouldBe) found.push(`${tab.name}: ${what} is ${is} and should be ${shouldBe}`);
  };

  differ('the set of lists', Object.keys(replicas).sort(), [...folders.keys()].sort());
  for (const [id, folder] of folders) {
    const replica = replicas[id];
    if (!replica) continue;
    const core = ({ name, userId, itemCount, memberCount, permissions, isSharedByMe }: Folder) => ({
      name,
      userId,
      itemCount,
      memberCount,
      permissions,
      isSharedByMe,
    });
    differ(`the rev of ${id}`, replica.rev, folder.rev);
    differ(`the list ${id}`, core(replica.folder), core(folder));
    differ(`what waits in ${id}`, replica.pending, []);
    if (replica.items) differ(`the items of ${id}`, replica.items, await get(`/api/folders/${id}/items`));
    if (replica.shares && folder.userId === replica.viewerId) {
      const flags = await get<{ id: string }[]>(`/api/folders/${id}/shares`);
      const ids = (shares: readonly { id: string }[]) => shares.map((share) => share.id).sort();
      differ(`the shares of ${id}`, ids(replica.shares), ids(flags));
    }
    if (replica.activity) {
      const revs = replica.activity.map((change) => change.rev);
      differ(
        `the activity of ${id}`,
        revs,
        revs.map((_rev, index) => folder.rev - index),
      );
    }
  }
  return found;
}

/** As text that is the same for the same content, whichever way it came: fields by name, absent ones left out. */
function inOrder(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    one && typeof one === 'object' && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  );
}

/** The whole log of a folder. */
export async function logOf(url: string, cookie: string, folderId: string): Promise<Change[]> {
  const log: Change[] = [];
  for (let hasMore = true; hasMore; ) {
    const since = log.at(-1)?.rev ?? 0;
    const page = await read<{ changes: Change[]; more: boolean }>(
      url,
      cookie,
      `/api/folders/${folderId}/changes?since=${since}`,
    );
    log.push(...page.changes);
    hasMore = page.more;
  }
  return log;
}
