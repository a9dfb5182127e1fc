import { settingsApi } from '../../../lib/http/api.ts';

/** The address of the file with everything of the account. */
export const EXPORT_ADDRESS = `${settingsApi.exportAccount.path}?format=marquee`;
