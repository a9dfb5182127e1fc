import { DEFAULT_LANGUAGE, DEFAULT_REGION } from '../../../common/countries.ts';
import type { KeyService, KeyState } from '../../../common/schemas/instance.ts';
import type { Config } from '../../config/config.ts';
import type { Vault } from '../vault.ts';
import type { InstanceDoc } from './instance.model.ts';

/** How TMDB is asked: with a v4 token, or else with a v3 key. */
export type TmdbAccess = { accessToken: string } | { apiKey: string };

/** With what and how titles are asked for. */
export interface TitleSettings {
  /** Null without a key: titles come from the bundled catalogue. */
  tmdb: TmdbAccess | null;
  omdbKey: string | null;
  region: string;
  language: string;
}

export type KeyConfig = Pick<Config, 'tmdbAccessToken' | 'tmdbApiKey' | 'omdbApiKey'>;

/** The variables of the environment that set the key of a service. */
export const keyVariables: Record<KeyService, string> = {
  tmdb: 'TMDB_ACCESS_TOKEN or TMDB_API_KEY',
  omdb: 'OMDB_API_KEY',
};

/** The fields of the stored document with the encrypted keys. */
export const keyFields = { tmdb: 'tmdbKey', omdb: 'omdbKey' } as const satisfies Record<KeyService, keyof InstanceDoc>;

export function titleSettingsOf(stored: InstanceDoc, config: KeyConfig, vault: Vault): TitleSettings {
  return {
    tmdb: environmentAccess(config) ?? accessBy(openKey(stored.tmdbKey, vault)),
    omdbKey: config.omdbApiKey ?? openKey(stored.omdbKey, vault),
    region: stored.region ?? DEFAULT_REGION,
    language: stored.language ?? DEFAULT_LANGUAGE,
  };
}

export function keyStateOf(service: KeyService, stored: InstanceDoc, config: KeyConfig, vault: Vault): KeyState {
  if (isSetByEnvironment(service, config)) return 'environment';
  const sealed = stored[keyFields[service]];
  if (sealed === undefined) return 'none';
  return openKey(sealed, vault) === null ? 'unreadable' : 'settings';
}

export function isSetByEnvironment(service: KeyService, config: KeyConfig): boolean {
  return service === 'tmdb' ? environmentAccess(config) !== null : config.omdbApiKey !== undefined;
}

/** TMDB's tokens are JSON Web Tokens, whose parts are separated by dots. Its keys are hexadecimal. */
export function tmdbAccessBy(key: string): TmdbAccess {
  return key.includes('.') ? { accessToken: key } : { apiKey: key };
}

const accessBy = (key: string | null) => (key === null ? null : tmdbAccessBy(key));

function environmentAccess({ tmdbAccessToken, tmdbApiKey }: KeyConfig): TmdbAccess | null {
  if (tmdbAccessToken) return { accessToken: tmdbAccessToken };
  return tmdbApiKey ? { apiKey: tmdbApiKey } : null;
}

/** Null without a key, and for one that was encrypted with another session secret. */
function openKey(sealed: string | undefined, vault: Vault): string | null {
  return sealed === undefined ? null : vault.open(sealed);
}
