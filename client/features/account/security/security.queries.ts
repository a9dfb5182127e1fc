import { securityApi } from '../../../lib/http/api.ts';
import { call } from '../../../lib/http/http.ts';
import { pagesOf, queryClient, queryOf, writeTo } from '../../../lib/query.ts';

export const sessionsQuery = queryOf(securityApi.sessions);
export const eventsQuery = pagesOf(securityApi.events);

export async function endSession(id: string): Promise<void> {
  await writeTo(securityApi.sessions, () => call(securityApi.endSession, { params: { id } }));
  queryClient.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter((session) => session.id !== id));
}

export async function endOtherSessions(): Promise<void> {
  await writeTo(securityApi.sessions, () => call(securityApi.endOtherSessions));
  queryClient.setQueryData(sessionsQuery.queryKey, (sessions) => sessions?.filter(({ isCurrent }) => isCurrent));
}
