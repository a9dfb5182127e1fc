import { type Types, trusted } from 'mongoose';
import { limits } from '../../../../common/constants.ts';
import type { EpisodeNumber } from '../../../../common/progress.ts';
import type { TitleFacts } from '../../../../common/schemas/item.ts';
import type { PollFilters } from '../../../../common/schemas/poll.ts';
import { titleKey } from '../../../../common/titleKey.ts';
import { notFound, tooFewCandidates } from '../../../platform/http/errors.ts';
import { type ItemDoc, ItemModel } from '../model/item.model.ts';
import { factsOf } from '../model/itemFacts.ts';
import type { PollDoc } from '../model/poll.model.ts';

type StoredCandidate = PollDoc['candidates'][number];

/** Of a longer list only the newest titles can become candidates by themselves. */
const MAX_READ = 2000;

export interface CandidateWishes {
  itemIds?: readonly string[] | undefined;
  count: number;
  filters: PollFilters;
  /** Titles that are not in the list, best first, to fill up with. */
  picks: readonly TitleFacts[];
  /** The keys of titles to leave out, if the filters leave out what was seen. */
  seen: ReadonlySet<string>;
  /** By TMDB id, the next episodes of shows that members of the list watch together. */
  nextEpisodes: ReadonlyMap<number, EpisodeNumber>;
}

/**
 * The candidates of a new poll: the named items, or a mix of what the list has To Watch. Throws not_found for an item that is
 * not in the list, and too_few_candidates. Call it in the transaction that opens the poll.
 */
export async function chooseCandidates(folderId: Types.ObjectId, wishes: CandidateWishes): Promise<StoredCandidate[]> {
  const candidates = wishes.itemIds
    ? await findNamed(folderId, wishes.itemIds)
    : fillUp(await findMix(folderId, wishes), wishes);
  const numbered = candidates.map((candidate) => withEpisode(candidate, wishes.nextEpisodes));
  if (candidates.length < limits.candidates.min) {
    throw tooFewCandidates(`A vote needs at least ${limits.candidates.min} titles to choose from`);
  }
  return numbered;
}

function withEpisode(candidate: StoredCandidate, nextEpisodes: CandidateWishes['nextEpisodes']): StoredCandidate {
  const episode = candidate.mediaType === 'tv' ? nextEpisodes.get(candidate.tmdbId) : undefined;
  return episode ? { ...candidate, episode } : candidate;
}

async function findNamed(folderId: Types.ObjectId, itemIds: readonly string[]): Promise<StoredCandidate[]> {
  const ids = [...new Set(itemIds)];
  const items = await ItemModel.find({ _id: trusted({ $in: ids }), folderId }).lean<ItemDoc[]>();
  if (items.length < ids.length) throw notFound('Item not found');
  return items.map(asCandidate);
}

async function findMix(folderId: Types.ObjectId, wishes: CandidateWishes): Promise<StoredCandidate[]> {
  const { maxRuntime, mediaType } = wishes.filters;
  const suited = await ItemModel.find(
    {
      folderId,
      watched: trusted({ $ne: true }),
      ...(mediaType && { mediaType }),
      ...(maxRuntime && { runtime: trusted({ $gt: 0, $lte: maxRuntime }) }),
    },
    { mediaType: 1, tmdbId: 1, genres: 1, runtime: 1 },
  )
    .sort({ _id: -1 })
    .limit(MAX_READ)
    .lean<ItemDoc[]>();
  const mix = chooseMix(
    suited.filter((item) => !isSeen(item, wishes)),
    wishes.count,
  );
  const items = await ItemModel.find({ _id: trusted({ $in: mix.map(({ _id }) => _id) }) }).lean<ItemDoc[]>();
  return items.map(asCandidate);
}

/** Titles drawn by chance, each time from the main genre of which the mix has the fewest. */
export function chooseMix<T extends { genres: readonly number[] }>(
  titles: readonly T[],
  count: number,
  random: () => number = Math.random,
): T[] {
  const left = titles.map((title) => ({ title, order: random() })).sort((a, b) => a.order - b.order);
  const used = new Map<number | undefined, number>();
  const usesOf = ({ title }: { title: T }) => used.get(title.genres[0]) ?? 0;
  const mix: T[] = [];
  while (mix.length < count && left.length > 0) {
    const fewest = Math.min(...left.map(usesOf));
    const [next] = left.splice(
      left.findIndex((one) => usesOf(one) === fewest),
      1,
    );
    if (!next) break;
    used.set(next.title.genres[0], fewest + 1);
    mix.push(next.title);
  }
  return mix;
}

function fillUp(mix: readonly StoredCandidate[], wishes: CandidateWishes): StoredCandidate[] {
  const keys = new Set(mix.map(({ key }) => key));
  const picks = wishes.picks.filter((pick) => suits(pick, wishes) && !keys.has(titleKey(pick)));
  return [...mix, ...picks.map(asPick)].slice(0, wishes.count);
}

function suits(title: TitleFacts, wishes: CandidateWishes): boolean {
  const { maxRuntime, mediaType } = wishes.filters;
  if (mediaType && title.mediaType !== mediaType) return false;
  if (maxRuntime && (!title.runtime || title.runtime > maxRuntime)) return false;
  return !isSeen(title, wishes);
}

const isSeen = (title: Pick<TitleFacts, 'mediaType' | 'tmdbId'>, { filters, seen }: CandidateWishes) =>
  filters.onlyUnseen === true && seen.has(titleKey(title));

const asPick = (facts: TitleFacts): StoredCandidate => ({ ...factsOf(facts), key: titleKey(facts), itemId: null });

const asCandidate = (item: ItemDoc): StoredCandidate => ({ ...asPick(item), itemId: item._id });
