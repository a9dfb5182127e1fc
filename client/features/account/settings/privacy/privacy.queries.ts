import type { Privacy, PrivacyBody } from '../../../../../common/schemas/account/privacy.ts';
import { settingsApi } from '../../../../lib/http/api.ts';
import { call } from '../../../../lib/http/http.ts';
import { about, createPartWrites, queryOf } from '../../../../lib/query.ts';

/** The viewer's own settings. */
export const privacyQuery = { ...queryOf(settingsApi.privacy), ...about('people') };

const writePart = createPartWrites<Privacy>(privacyQuery);

export const changePrivacy = (changes: PrivacyBody): Promise<void> =>
  writePart(changes, () => call(settingsApi.setPrivacy, { body: changes }));
