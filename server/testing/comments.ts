import type { Comment, CommentBody, ReadableComment } from '../../common/schemas/comment.ts';
import type { Item } from '../../common/schemas/item.ts';
import type { Person } from './people.ts';

export const commentsPath = (folderId: string, itemId: string) => `/api/folders/${folderId}/items/${itemId}/comments`;

/** Writes a comment on an item. */
export async function writeComment(
  person: Person,
  folderId: string,
  itemId: string,
  body: Partial<CommentBody> = {},
): Promise<ReadableComment> {
  const answer = await person.post(commentsPath(folderId, itemId), { text: 'What an ending!', ...body });
  if (answer.status !== 201) throw new Error(`Writing a comment answered ${answer.status}: ${answer.text}`);
  return answer.body as ReadableComment;
}

/** The comments on an item as the person may see them, newest first. */
export async function readComments(
  person: Pick<Person, 'get'>,
  { folderId, id }: Pick<Item, 'folderId' | 'id'>,
): Promise<Comment[]> {
  const answer = await person.get(commentsPath(folderId, id));
  if (answer.status !== 200) throw new Error(`Reading comments answered ${answer.status}: ${answer.text}`);
  return answer.body as Comment[];
}

/** The items of a list with comments that are new to the person. */
export async function readUnread(person: Pick<Person, 'get'>, folderId: string): Promise<string[]> {
  return (await person.get(`/api/folders/${folderId}/unread-comments`)).body.itemIds as string[];
}
