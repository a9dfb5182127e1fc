import { commentApi, listCommentApi } from '../../../common/api/comments.ts';
import { families, familyKeys } from '../../../common/families.ts';
import { describeGroup, type TextEntry, text } from './operationText.ts';

const listCommentTexts = familyKeys.flatMap((key) => {
  const { noun, Noun } = families[key];
  return describeGroup('Comments', listCommentApi[key], {
    unread: text(
      `listUnreadCommentsIn${Noun}`,
      `See where a ${noun} has new comments`,
      'Lists the items with comments of others that you have not read yet. A comment about an episode counts once you have reached it. Members need canView.',
    ),
    list: text(
      `listCommentsIn${Noun}`,
      'List the comments on an item',
      'Returns one page, newest first. A comment about an episode is hidden until you have a play of that episode or of a later one, and one with spoilers about the title until you have a play of the title. Comments of people with whom a block keeps you apart are left out. Members need canView.',
    ),
    add: text(
      `addCommentIn${Noun}`,
      'Write a comment on an item',
      'Adds a comment about the title, or about an episode of it. The change in the log of the list has no text. Members need canAdd.',
    ),
    markRead: text(
      `markCommentsAsReadIn${Noun}`,
      'Mark comments as read',
      'Notes that you have seen the comments on an item up to one of them. Members need canView.',
    ),
  });
});

const oneCommentTexts = describeGroup('Comments', commentApi, {
  get: text(
    'getComment',
    'Get a comment',
    'Returns the comment as you may see it. With show, it has its text although it contains spoilers. A comment about an episode that you have not reached stays hidden.',
  ),
  update: text(
    'updateComment',
    'Edit your comment',
    'Changes its text, what it is about, or whether it contains spoilers. Members need canAdd.',
  ),
  remove: text(
    'deleteComment',
    'Delete a comment',
    'Deletes a comment of your own, or of another member if you own the list or have canManage. You can restore it for an hour.',
  ),
  restore: text('restoreComment', 'Restore a comment', 'Puts back a comment that you deleted within the last hour.'),
  react: text(
    'reactToComment',
    'React to a comment',
    'Adds your reaction of one of six kinds. You can react once you may see what the comment says.',
  ),
  removeReaction: text('removeReaction', 'Remove a reaction', 'Removes your reaction of this kind.'),
});

export const commentsTexts: TextEntry[] = [...listCommentTexts, ...oneCommentTexts];
