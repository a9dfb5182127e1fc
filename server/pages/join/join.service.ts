import { listInOrder } from '../../features/folders/items/itemOrder.service.ts';
import { loadOffered } from '../../features/folders/sharing/links/link.service.ts';
import type { ListCard } from '../../features/titles/art.ts';
import { Problem } from '../../platform/http/errors.ts';

/** More posters than the picture has room for are not read. */
const SHOWN = 9;

/**
 * What the preview of an invitation link shows to anyone who has the link: name, numbers and first titles of the list.
 * Null for a link that has ended.
 */
export async function readOfferedCard(token: string): Promise<ListCard | null> {
  try {
    const { folder } = await loadOffered(token);
    const [titles, people] = [countOf(folder.itemCount, 'title'), countOf(folder.memberCount + 1, 'person', 'people')];
    return { heading: folder.name, line: `${titles} · ${people}`, titles: await listInOrder(folder, SHOWN) };
  } catch (error) {
    if (error instanceof Problem && error.code === 'not_found') return null;
    throw error;
  }
}

const countOf = (count: number, one: string, many = `${one}s`) => `${count} ${count === 1 ? one : many}`;
