import type { Request } from 'express';
import type { KeyService } from '../../../common/schemas/instance.ts';
import type { Config } from '../../config/config.ts';
import { readBody } from '../../platform/http/answerBody.ts';
import { invalid } from '../../platform/http/errors.ts';
import { type TmdbAccess, tmdbAccessBy } from '../../platform/instance/instance.ts';
import { recordSecurityEvent } from '../../platform/securityLog/securityLog.ts';
import { withVersion } from './createTitleSource.ts';

/** What a service says about a key. `unknown`: it could not be asked. */
type KeyAnswer = 'accepted' | 'refused' | 'unknown';

export interface KeyCheck {
  tmdb(access: TmdbAccess): Promise<KeyAnswer>;
  omdb(key: string): Promise<KeyAnswer>;
}

const ANSWER_WITHIN_MS = 5000;
const MAX_ANSWER = 64 * 1024;
/** A film that OMDb has. */
const SOME_IMDB_ID = 'tt0133093';

/** Asks the services about a key with one small request each, past the cache. */
export function createKeyCheck({ tmdbBaseUrl, omdbBaseUrl }: Pick<Config, 'tmdbBaseUrl' | 'omdbBaseUrl'>): KeyCheck {
  return {
    async tmdb(access) {
      const base = withVersion(tmdbBaseUrl);
      const url = new URL(`${base.pathname.replace(/\/$/, '')}/authentication`, base);
      if ('apiKey' in access) url.searchParams.set('api_key', access.apiKey);
      const headers = 'accessToken' in access ? { authorization: `Bearer ${access.accessToken}` } : undefined;
      const response = await ask(url, headers);
      return response ? answerOf(response) : 'unknown';
    },
    async omdb(key) {
      const url = new URL('/', omdbBaseUrl);
      url.pathname = `${omdbBaseUrl.pathname.replace(/\/$/, '')}/`;
      url.searchParams.set('apikey', key);
      url.searchParams.set('i', SOME_IMDB_ID);
      const response = await ask(url);
      // OMDb also answers 401 when today's requests are used up. The key is right then.
      if (response?.status === 401 && /limit/i.test(response.text)) return 'accepted';
      return response ? answerOf(response) : 'unknown';
    },
  };
}

const refusals: Record<KeyService, string> = {
  tmdb: 'TMDB refuses this key. Copy it again: the API key, or the read access token.',
  omdb: 'OMDb refuses this key. Copy it again, and see whether you have confirmed it by the link in their e-mail.',
};

/** Throws validation, for the field, if the service refuses the key. False if the service did not answer. */
export async function checkNewKey(check: KeyCheck, service: KeyService, key: string, field: string): Promise<boolean> {
  const answer = await (service === 'tmdb' ? check.tmdb(tmdbAccessBy(key)) : check.omdb(key));
  if (answer === 'refused') throw invalid([{ path: field, message: refusals[service] }]);
  return answer === 'accepted';
}

const serviceNames: Record<KeyService, string> = { tmdb: 'TMDB', omdb: 'OMDb' };

/** Notes in the security log that a key was set or removed, without the key. */
export function recordKey(req: Request, userId: string, service: KeyService, what: 'set' | 'removed'): Promise<void> {
  const detail = `key to ${serviceNames[service]}: ${what}`;
  return recordSecurityEvent(req, { type: 'instance-changed', userId, detail });
}

function answerOf({ status }: { status: number }): KeyAnswer {
  if (status === 401 || status === 403) return 'refused';
  return status === 200 ? 'accepted' : 'unknown';
}

async function ask(url: URL, headers: Record<string, string> = {}): Promise<{ status: number; text: string } | null> {
  try {
    const signal = AbortSignal.timeout(ANSWER_WITHIN_MS);
    const response = await fetch(url, { headers, redirect: 'error', signal });
    return { status: response.status, text: await readBody(response, MAX_ANSWER, signal) };
  } catch {
    return null;
  }
}
