import type {
  ExportedPlayer,
  ExportedPlayerTitle,
  ExportedSharedPlayer,
} from '../../../common/schemas/export/export.ts';
import { loadExportedPersonLookup } from '../users/userExport.service.ts';
import { type PlayerTitleDoc, PlayerTitleModel } from './player.model.ts';
import { listPlayers } from './player.service.ts';
import { type PlayerPersonDoc, PlayerPersonModel } from './playerPerson.model.ts';
import { toUnrecognised } from './unrecognised.service.ts';

/** The user's players, without their addresses. */
export async function exportPlayers(userId: string): Promise<ExportedPlayer[]> {
  const { players } = await listPlayers(userId);
  const personById = await loadExportedPersonLookup(players.flatMap(({ people }) => people.map(({ user }) => user.id)));
  return players.map(({ id: _id, people, ...player }) => ({
    ...player,
    people: people.map(({ user, role, name, state }) => ({ person: personById(user.id), role, name, state })),
  }));
}

/** The user's part in players of others. */
export async function exportSharedPlayers(userId: string): Promise<ExportedSharedPlayer[]> {
  const parts = await PlayerPersonModel.find({ userId }).sort({ _id: 1 }).lean<PlayerPersonDoc[]>();
  const personById = await loadExportedPersonLookup(parts.map(({ ownerId }) => ownerId));
  return parts.map(({ ownerId, role, name, state }) => ({ person: personById(ownerId), role, name, state }));
}

/** The titles that the user's players name: what waits, and which titles the user has picked. */
export async function exportPlayerTitles(userId: string): Promise<ExportedPlayerTitle[]> {
  const titles = await PlayerTitleModel.find({ userId }).sort({ _id: 1 }).lean<PlayerTitleDoc[]>();
  return titles.map((title) => {
    const { id: _id, candidates: _candidates, ...shown } = toUnrecognised(title);
    return shown;
  });
}
