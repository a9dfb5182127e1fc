import { type Types, trusted } from 'mongoose';
import { limits, reactionKinds } from '../../../../common/constants.ts';
import { compareEpisodes, type EpisodeNumber, episodeOf } from '../../../../common/progress.ts';
import type { Comment, Reactions } from '../../../../common/schemas/comment.ts';
import type { PublicUser } from '../../../../common/schemas/user.ts';
import { showOne } from '../../../platform/showOne.ts';
import { findBlockedWith } from '../../users/privacy/block.service.ts';
import { loadPublicUserLookup } from '../../users/user.service.ts';
import { type CommentDoc, type CommentReactionDoc, CommentReactionModel } from '../model/comment.model.ts';

type TitleId = Pick<CommentDoc, 'mediaType' | 'tmdbId'>;

/** How far a user has come in a title. */
interface Reached {
  /** The user has a play of a film, or of a show as a whole. */
  hasWhole: boolean;
  /** The last episode with a play. Specials do not count. */
  furthest: EpisodeNumber | null;
  /** The specials with a play. */
  specials: ReadonlySet<number>;
}

/** How far the user has come in each of these titles, by their plays. */
export type FindReached = (userId: string, titles: readonly TitleId[]) => Promise<(title: TitleId) => Reached>;

/** For readers whose plays must not show. */
export const findNothingReached: FindReached = async () => () => nothingReached;

export const nothingReached: Reached = { hasWhole: false, furthest: null, specials: new Set() };

/** Who reads comments, and what of them they may see. */
export interface Reader {
  userId: string;
  /** People with whom a block keeps the reader apart. */
  blocked: ReadonlySet<string>;
  reachedOf: (title: TitleId) => Reached;
}

/** What decides whether a reader may see the text of a comment. */
export type Guarded = Pick<CommentDoc, 'mediaType' | 'tmdbId' | 'userId' | 'season' | 'episode' | 'spoiler'>;

export async function loadReader(
  findReached: FindReached,
  userId: string,
  titles: readonly TitleId[],
): Promise<Reader> {
  const [blocked, reachedOf] = await Promise.all([findBlockedWith(userId), findReached(userId, titles)]);
  return { userId, blocked, reachedOf };
}

/**
 * Why the text is hidden from a reader: it waits until they have seen the episode, or it has spoilers and they decide. Null
 * if they may read it. Authors read their own comments.
 */
export function whyHidden(comment: Guarded, reader: Reader): 'waits' | 'spoiler' | null {
  if (comment.userId.toHexString() === reader.userId) return null;
  const reached = reader.reachedOf(comment);
  const about = episodeOf(comment);
  if (about) return hasReached(reached, about) ? null : 'waits';
  return comment.spoiler && !reached.hasWhole ? 'spoiler' : null;
}

/** Whether there is a play of the episode or of a later one. Of a special, only a play of itself counts. */
function hasReached({ furthest, specials }: Reached, { season, episode }: EpisodeNumber): boolean {
  if (season === 0) return specials.has(episode);
  return furthest !== null && compareEpisodes(furthest, { season, episode }) >= 0;
}

/** The comments as the reader may see them. With `show`, those with spoilers too. Those of blocked people are hidden. */
export async function viewComments(
  comments: readonly CommentDoc[],
  reader: Reader,
  { show = false } = {},
): Promise<Comment[]> {
  const isReadable = (comment: CommentDoc) => {
    if (reader.blocked.has(comment.userId.toHexString())) return false;
    const why = whyHidden(comment, reader);
    return why === null || (why === 'spoiler' && show);
  };
  const readableIds = comments.filter(isReadable).map(({ _id }) => _id);
  const reactions = await CommentReactionModel.find({
    commentId: trusted({ $in: readableIds }),
    userId: trusted({ $nin: [...reader.blocked] }),
  })
    .sort({ _id: 1 })
    .lean<CommentReactionDoc[]>();
  const userById = await loadPublicUserLookup([...comments, ...reactions].map(({ userId }) => userId));
  return comments.map((comment) => {
    const shared = { id: comment._id.toHexString(), author: userById(comment.userId), about: episodeOf(comment) };
    if (!isReadable(comment)) return { ...shared, hidden: true };
    return {
      ...shared,
      hidden: false,
      text: comment.text,
      spoiler: comment.spoiler,
      createdAt: comment.createdAt.toISOString(),
      editedAt: comment.editedAt?.toISOString() ?? null,
      reactions: viewReactions(
        reactions.filter(({ commentId }) => commentId.equals(comment._id)),
        reader.userId,
        userById,
      ),
    };
  });
}

export function viewComment(comment: CommentDoc, reader: Reader, options?: { show: boolean }): Promise<Comment> {
  return showOne((comments) => viewComments(comments, reader, options), comment);
}

function viewReactions(
  reactions: readonly CommentReactionDoc[],
  readerId: string,
  userById: (id: Types.ObjectId) => PublicUser,
): Reactions[] {
  return reactionKinds.flatMap((kind) => {
    const same = reactions.filter((reaction) => reaction.kind === kind);
    if (same.length === 0) return [];
    return {
      kind,
      count: same.length,
      isOwn: same.some(({ userId }) => userId.toHexString() === readerId),
      people: same.slice(0, limits.namedReactions).map(({ userId }) => userById(userId)),
    };
  });
}
