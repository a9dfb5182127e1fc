import { Types, trusted } from 'mongoose';
import type {
  ExportedPlay,
  ExportedProposal,
  ExportedShow,
  ExportedWatchGroup,
} from '../../../common/schemas/export/export.ts';
import { mapPages, readPages } from '../../platform/database/readPages.ts';
import { findPartsInGroups } from '../folders/groups/group.store.ts';
import { loadExportedPersonLookup } from '../users/userExport.service.ts';
import { type PlayDoc, PlayModel } from './play.model.ts';
import { type ShowProgressDoc, ShowProgressModel } from './progress.model.ts';
import { type ProposalDoc, ProposalModel } from './proposal.model.ts';
import { showViewing } from './viewing.ts';

/** The user's whole diary. */
export function exportPlays(userId: string): AsyncIterable<ExportedPlay[]> {
  return mapPages(readPages<PlayDoc>(PlayModel, { userId: new Types.ObjectId(userId) }), async (page) => {
    const personById = await loadExportedPersonLookup(page.flatMap(({ companionIds }) => companionIds));
    return page.map((play) => ({
      id: play._id.toHexString(),
      ...showViewing(play),
      companions: play.companionIds.map(personById),
      ...(play.sourceKey !== undefined && { sourceKey: play.sourceKey }),
      createdAt: play.createdAt.toISOString(),
    }));
  });
}

/** The viewings that others propose to the user. */
export function exportProposals(userId: string): AsyncIterable<ExportedProposal[]> {
  return mapPages(readPages<ProposalDoc>(ProposalModel, { userId: new Types.ObjectId(userId) }), async (page) => {
    const personById = await loadExportedPersonLookup(page.map(({ byUserId }) => byUserId));
    return page.map((proposal) => ({
      from: personById(proposal.byUserId),
      ...showViewing(proposal),
      ...(proposal.episodes && { episodes: proposal.episodes }),
      status: proposal.status,
      createdAt: proposal.createdAt.toISOString(),
    }));
  });
}

/** What the user says about shows. */
export async function exportShows(userId: string): Promise<ExportedShow[]> {
  const said = { $or: [{ state: trusted({ $exists: true }) }, { restartedAt: trusted({ $exists: true }) }] };
  const shows = await ShowProgressModel.find({ userId, ...said }).lean<ShowProgressDoc[]>();
  return shows.map(({ tmdbId, state, restartedAt }) => ({
    tmdbId,
    state: state ?? null,
    restartedAt: restartedAt?.toISOString() ?? null,
  }));
}

/** With whom the user watches shows is not in it: the lists say who their members are. */
export async function exportWatchGroups(userId: string): Promise<ExportedWatchGroup[]> {
  const parts = await findPartsInGroups(userId);
  const personById = await loadExportedPersonLookup(parts.flatMap(({ byUserId }) => byUserId ?? []));
  return parts.map(({ folderId, tmdbId, state, since, trusts, byUserId }) => ({
    listId: folderId.toHexString(),
    tmdbId,
    state,
    since: since.toISOString(),
    trusts,
    from: byUserId ? personById(byUserId) : null,
  }));
}
