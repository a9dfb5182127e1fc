import type { PrivacyBody } from '../../../../../common/schemas/account/privacy.ts';
import { settingsApi } from '../../../../lib/http/api.ts';
import { call } from '../../../../lib/http/http.ts';
import { about, queryClient, queryOf } from '../../../../lib/query.ts';

/** The viewer's own settings. */
export const privacyQuery = { ...queryOf(settingsApi.privacy), ...about('people') };

export async function changePrivacy(changes: PrivacyBody): Promise<void> {
  const before = queryClient.getQueryData(privacyQuery.queryKey);
  const show = (privacy: typeof before) => queryClient.setQueryData(privacyQuery.queryKey, privacy);
  // The control shows the choice at once.
  if (before) show({ ...before, ...changes });
  try {
    show(await call(settingsApi.setPrivacy, { body: changes }));
  } catch (error) {
    show(before);
    throw error;
  }
}
