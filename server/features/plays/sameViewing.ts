import { trusted } from 'mongoose';
import type { MediaType } from '../../../common/schemas/title.ts';
import { PlayModel } from './play.model.ts';
import type { Viewing } from './viewing.ts';

const MINUTE_MS = 60 * 1000;
/** The length of a title of which it is not known. Two ends of a title within its length are one viewing. */
const USUAL_MINUTES = { movie: 60, tv: 15 } as const;

export const lengthMs = (mediaType: MediaType, runtime: number | null | undefined): number =>
  (runtime || USUAL_MINUTES[mediaType]) * MINUTE_MS;

/** How long after a vote its title has ended: people begin later, and pause. */
export const endsWithinMs = (length: number): number => 2 * length;

/** Whether a player has reported the end of the viewing that a vote began. */
export async function hasPlayerViewing(userId: string, viewing: Viewing): Promise<boolean> {
  const { mediaType, tmdbId, at, source } = viewing;
  if (!at || source !== 'poll') return false;
  const since = { userId, mediaType, tmdbId, source: 'player' as const, at: trusted({ $gt: at }) };
  const first = await PlayModel.findOne(since).sort({ at: 1 }).lean();
  if (!first?.at) return false;
  return first.at.getTime() - at.getTime() < endsWithinMs(lengthMs(mediaType, first.runtime ?? viewing.runtime));
}
