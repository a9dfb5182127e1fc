import type { DeleteAccountBody, DeletionPlan } from '../../../../common/schemas/account/deletion.ts';
import { settingsApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';

export function fetchDeletionPlan(): Promise<DeletionPlan> {
  return call(settingsApi.deletionPlan);
}

export function sendDeletion(body: DeleteAccountBody): Promise<void> {
  return call(settingsApi.deleteAccount, { body });
}
