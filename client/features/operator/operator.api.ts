import type { InstanceSettings, InstanceSettingsBody, KeyService } from '../../../common/schemas/instance/instance.ts';
import type { Account, Backup, BackupSchedule, Health, Storage } from '../../../common/schemas/instance/operator.ts';
import type { Report } from '../../../common/schemas/instance/report.ts';
import type { CreateInstanceLinkBody, InstanceLink, ListLink } from '../../../common/schemas/invitationLink.ts';
import { operatorApi } from '../../lib/http/api.ts';
import { call, callWithHeaders, nextPage } from '../../lib/http/http.ts';

/** What an operator does with one account, apart from resetting its password. */
export type AccountAction = 'disable' | 'enable' | 'makeOperator' | 'removeOperator' | 'deleteAccount';

/** The accounts that contain a text, or one account. */
export interface AccountFilter {
  q: string;
  userId?: string | undefined;
}

interface AccountsPage {
  accounts: Account[];
  /** The `after` of the next page. */
  next: string | undefined;
}

export async function fetchAccounts(filter: AccountFilter, after?: string): Promise<AccountsPage> {
  const { data, headers } = await callWithHeaders(operatorApi.accounts, { query: { ...filter, after } });
  return { accounts: data, next: nextPage(headers, 'after') };
}

export function sendAccountAction(action: AccountAction, id: string): Promise<void> {
  return call(operatorApi[action], { params: { id } });
}

export async function sendReset(id: string): Promise<string> {
  return (await call(operatorApi.resetPassword, { params: { id } })).password;
}

export function fetchSettings(): Promise<InstanceSettings> {
  return call(operatorApi.settings);
}

export function sendSettings(body: InstanceSettingsBody): Promise<InstanceSettings> {
  return call(operatorApi.setSettings, { body });
}

export async function sendKey(service: KeyService, key: string): Promise<{ isChecked: boolean }> {
  return call(operatorApi.setKey, { params: { service }, body: { key } });
}

export function sendKeyRemoval(service: KeyService): Promise<void> {
  return call(operatorApi.removeKey, { params: { service } });
}

export function fetchLinks(): Promise<InstanceLink[]> {
  return call(operatorApi.links);
}

export function sendLink(body: CreateInstanceLinkBody): Promise<InstanceLink> {
  return call(operatorApi.createLink, { body });
}

export function sendLinkEnd(id: string): Promise<void> {
  return call(operatorApi.revokeLink, { params: { id } });
}

export interface ListLinksPage {
  listLinks: ListLink[];
  /** The `after` of the next page. */
  nextListLinks: string | undefined;
}

export async function fetchListLinks(after?: string): Promise<ListLinksPage> {
  const { data, headers } = await callWithHeaders(operatorApi.listLinks, { query: { after } });
  return { listLinks: data, nextListLinks: nextPage(headers, 'after') };
}

export function sendListLinkEnd(id: string): Promise<void> {
  return call(operatorApi.endListLink, { params: { id } });
}

export function fetchStorage(): Promise<Storage> {
  return call(operatorApi.storage);
}

export function sendBackup(): Promise<Backup> {
  return call(operatorApi.backUp);
}

export function sendSchedule(body: BackupSchedule): Promise<BackupSchedule> {
  return call(operatorApi.setBackups, { body });
}

export function fetchHealth(): Promise<Health> {
  return call(operatorApi.health);
}

export function sendDataCheck(): Promise<void> {
  return call(operatorApi.checkData);
}

interface ReportsPage {
  reports: Report[];
  /** The `after` of the next page. */
  next: string | undefined;
}

export async function fetchReports(after?: string): Promise<ReportsPage> {
  const { data, headers } = await callWithHeaders(operatorApi.reports, { query: { after } });
  return { reports: data, next: nextPage(headers, 'after') };
}

export async function fetchWaitingReports(): Promise<number> {
  return (await call(operatorApi.waitingReports)).count;
}

export function sendResolution(id: string): Promise<void> {
  return call(operatorApi.resolveReport, { params: { id } });
}
