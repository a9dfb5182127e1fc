import type { InstanceSettings, InstanceSettingsBody, KeyService } from '../../../common/schemas/instance.ts';
import type { CreateInstanceLinkBody, InstanceLink } from '../../../common/schemas/invitationLink.ts';
import type { Account, BackupSchedule, HealthFinding } from '../../../common/schemas/operator/operator.ts';
import { unreachable } from '../../../common/unreachable.ts';
import { operatorApi } from '../../lib/http/api.ts';
import { call } from '../../lib/http/http.ts';
import { createTurns } from '../../lib/inTurn.ts';
import { changeEntries, createPartWrites, pagesOf, queryClient, queryOf, refresh } from '../../lib/query.ts';
import { writeFresh } from '../account/freshSignIn.store.ts';

// What operators see at /admin. Actions may ask the operator to confirm who they are.

export const healthQuery = queryOf(operatorApi.health);
export const linksQuery = queryOf(operatorApi.links);
export const listLinksQuery = pagesOf(operatorApi.listLinks);
export const reportsQuery = pagesOf(operatorApi.reports);
export const settingsQuery = queryOf(operatorApi.settings);
export const storageQuery = queryOf(operatorApi.storage);
export const waitingReportsQuery = queryOf(operatorApi.waitingReports);

/** The accounts that contain a text, or one account. */
export const accountsQuery = (filter: { q: string; userId?: string | undefined }) =>
  pagesOf(operatorApi.accounts, { query: filter });

/** What an operator does with one account, apart from resetting its password. */
export type AccountAction =
  | 'disable'
  | 'enable'
  | 'makeOperator'
  | 'removeOperator'
  | 'allowRequests'
  | 'endRequests'
  | 'deleteAccount';

export async function changeAccount(action: AccountAction, id: string): Promise<void> {
  await writeFresh(operatorApi.accounts, () => call(operatorApi[action], { params: { id } }));
  changeEntries(operatorApi.accounts, (account) => (account.id === id ? after(action, account) : account));
}

/** Resolves with the temporary password. */
export async function resetPassword(id: string): Promise<string> {
  return (await writeFresh(operatorApi.accounts, () => call(operatorApi.resetPassword, { params: { id } }))).password;
}

const writePart = createPartWrites<InstanceSettings>(settingsQuery);

export const changeSettings = (body: InstanceSettingsBody): Promise<void> =>
  writePart(body, () => writeFresh(operatorApi.settings, () => call(operatorApi.setSettings, { body })));

const keyField = { tmdb: 'tmdbKey', omdb: 'omdbKey' } as const;

function applyKeyState(service: KeyService, state: InstanceSettings['tmdbKey']): void {
  queryClient.setQueryData(settingsQuery.queryKey, (known) => known && { ...known, [keyField[service]]: state });
}

/** Resolves with whether the service has accepted the key. */
export async function setKey(service: KeyService, key: string): Promise<boolean> {
  const options = { params: { service }, body: { key } };
  const { isChecked } = await writeFresh(operatorApi.settings, () => call(operatorApi.setKey, options));
  applyKeyState(service, 'settings');
  return isChecked;
}

export async function removeKey(service: KeyService): Promise<void> {
  await writeFresh(operatorApi.settings, () => call(operatorApi.removeKey, { params: { service } }));
  applyKeyState(service, 'none');
}

export async function createLink(body: CreateInstanceLinkBody): Promise<InstanceLink> {
  const link = await writeFresh(operatorApi.links, () => call(operatorApi.createLink, { body }));
  queryClient.setQueryData(linksQuery.queryKey, (links) => links && [...links, link]);
  return link;
}

export async function endLink(id: string): Promise<void> {
  await writeFresh(operatorApi.links, () => call(operatorApi.revokeLink, { params: { id } }));
  queryClient.setQueryData(linksQuery.queryKey, (links) => links?.filter((link) => link.id !== id));
}

export async function endListLink(id: string): Promise<void> {
  await writeFresh(operatorApi.listLinks, () => call(operatorApi.endListLink, { params: { id } }));
  changeEntries(operatorApi.listLinks, (link) => (link.id === id ? null : link));
}

export async function backUp(): Promise<void> {
  await writeFresh(operatorApi.storage, () => call(operatorApi.backUp));
  await refresh(operatorApi.storage);
}

const inTurn = createTurns();

/** Changes a part of the schedule, after what is being saved of the rest. */
export function changeSchedule(changes: Partial<BackupSchedule>): Promise<void> {
  return inTurn('schedule', async () => {
    const backups = queryClient.getQueryData(storageQuery.queryKey)?.backups;
    if (!backups) return;
    const schedule = { ...backups.schedule, ...changes };
    await writeFresh(operatorApi.storage, () => call(operatorApi.setBackups, { body: schedule }));
    queryClient.setQueryData(
      storageQuery.queryKey,
      (storage) => storage && { ...storage, backups: storage.backups && { ...storage.backups, schedule } },
    );
  });
}

/** Begins a check of all data. The health tells how it goes. */
export async function checkData(): Promise<void> {
  await writeFresh(operatorApi.health, () => call(operatorApi.checkData));
  await refresh(operatorApi.health);
}

/** What a finding's button does by itself. The others open a tab. */
export type RepairAction = Extract<NonNullable<HealthFinding['action']>, 'back_up' | 'invite_only'>;

export async function repair(action: RepairAction): Promise<void> {
  if (action === 'back_up') await backUp();
  else await changeSettings({ registration: 'invite' });
  await refresh(operatorApi.health);
}

export async function resolveReport(id: string): Promise<void> {
  await call(operatorApi.resolveReport, { params: { id } });
  const resolvedAt = new Date().toISOString();
  changeEntries(operatorApi.reports, (report) => (report.id === id ? { ...report, resolvedAt } : report));
  await refresh(operatorApi.waitingReports);
}

/** Something was reported or resolved, or may have been while this tab was away. */
export function applyReportsChanged(): void {
  void refresh(operatorApi.reports);
  void refresh(operatorApi.waitingReports);
}

function after(action: AccountAction, account: Account): Account | null {
  switch (action) {
    case 'deleteAccount':
      return null;
    case 'disable':
      return { ...account, isDisabled: true, isOperator: false };
    case 'enable':
      return { ...account, isDisabled: false };
    case 'makeOperator':
    case 'removeOperator':
      return { ...account, isOperator: action === 'makeOperator' };
    case 'allowRequests':
    case 'endRequests':
      return { ...account, mayRequest: action === 'allowRequests' };
    default:
      return unreachable(action);
  }
}
