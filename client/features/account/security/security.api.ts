import type { ListedSession } from '../../../../common/schemas/account/session.ts';
import type { SecurityEvent } from '../../../../common/schemas/instance/securityEvent.ts';
import { securityApi } from '../../../lib/http/api.ts';
import { call, callWithHeaders, nextPage } from '../../../lib/http/http.ts';

/** A page of the security log, and the `after` of the next one. */
export async function fetchEvents(after?: string): Promise<{ events: SecurityEvent[]; next: string | undefined }> {
  const { data, headers } = await callWithHeaders(securityApi.events, { query: { after } });
  return { events: data, next: nextPage(headers, 'after') };
}

export function fetchSessions(): Promise<ListedSession[]> {
  return call(securityApi.sessions);
}

export function sendEndSession(id: string): Promise<void> {
  return call(securityApi.endSession, { params: { id } });
}

export function sendEndOtherSessions(): Promise<void> {
  return call(securityApi.endOtherSessions);
}
