import { createHmac } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { DEFAULT_LANGUAGE, DEFAULT_REGION } from '../../../common/countries.ts';
import type { EmailAudience } from '../../../common/schemas/audience.ts';
import type {
  InstanceSettings,
  InstanceSettingsBody,
  KeyService,
  KeyState,
  Registration,
} from '../../../common/schemas/instance.ts';
import type { Config } from '../../config/config.ts';
import { inTransaction } from '../database/database.ts';
import { appendNotification } from '../database/notifications.ts';
import { isForwarded } from '../http/address.ts';
import { conflict } from '../http/errors.ts';
import { isLoopback, isLoopbackHost } from '../http/hosts.ts';
import { isSameSecret } from '../http/secrets.ts';
import { createVault, type Vault } from '../vault.ts';
import { type InstanceDoc, loadInstance, removeFromInstance, storeInstance } from './instance.model.ts';

/** The settings of the instance, as the environment and the operator have set them. */
export interface Instance {
  read(): Promise<InstanceSettings>;
  /** Throws conflict for a setting that the environment decides. */
  change(body: InstanceSettingsBody): Promise<InstanceSettings>;
  readTitleSettings(): Promise<TitleSettings>;
  /** Throws conflict if the environment sets the key. */
  requireChangeableKey(service: KeyService): void;
  /** Stores a key encrypted, or forgets it. Throws conflict if the environment sets it. */
  storeKey(service: KeyService, key: string | null): Promise<void>;
  /** Calls back after this node has changed how titles are asked for. Other nodes receive `titles:changed`. */
  onTitlesChanged(listener: () => Promise<void>): void;
  /** Whether there is no account yet. */
  isNew(): Promise<boolean>;
  /** What the first account needs, unless it is created on this machine. */
  setupCode: string;
  /**
   * The setup code if a request needs it to create the first account. Only a request that was sent to this machine's own
   * name, by nothing that looks like a proxy, does without. The settings do not matter, because a proxy may be missing there.
   */
  neededSetupCode(req: Pick<IncomingMessage, 'headers'>): string | null;
}

type InstanceConfig = Pick<Config, 'host' | 'publicUrl' | 'registration'> & KeyConfig;

const DEFAULT_NAME = 'Marquee';

/**
 * Each call reads the one small document, so a change is in effect on every node at once. The source of
 * titles keeps its settings, and is notified when they change.
 */
export function createInstance(config: InstanceConfig, secret: string): Instance {
  const vault = createVault(secret, 'service keys');
  const setupCode = setupCodeOf(secret);
  let notifyTitles = async () => {};
  const toSettings = (stored: InstanceDoc): InstanceSettings => {
    const registration = config.registration ?? stored.registration ?? defaultRegistration(config);
    const { region, language } = titleSettingsOf(stored, config, vault);
    return {
      name: stored.name ?? DEFAULT_NAME,
      registration,
      isRegistrationFixed: config.registration !== undefined,
      canMembersInvite: stored.canMembersInvite ?? true,
      emailFor: stored.emailFor ?? defaultEmailFor(config, registration),
      listsFor: stored.listsFor ?? 'everyone',
      tmdbKey: keyStateOf('tmdb', stored, config, vault),
      omdbKey: keyStateOf('omdb', stored, config, vault),
      region,
      language,
    };
  };
  const requireChangeableKey = (service: KeyService) => {
    if (!isSetByEnvironment(service, config)) return;
    throw conflict('conflict', `${keyVariables[service]} in the environment of the server sets this key`);
  };
  const changeTitles = async (write: () => Promise<void>) => {
    await inTransaction(async () => {
      await write();
      await appendNotification('titles:changed', {}, { isForEveryone: true });
    });
    await notifyTitles();
  };
  return {
    read: async () => toSettings(await loadInstance()),
    async change(body) {
      if (body.registration !== undefined && config.registration !== undefined) {
        throw conflict('conflict', 'REGISTRATION in the environment of the server decides who may create an account');
      }
      if (body.region ?? body.language) await changeTitles(() => storeTitleSettings(body));
      else await storeInstance(body);
      return toSettings(await loadInstance());
    },
    readTitleSettings: async () => titleSettingsOf(await loadInstance(), config, vault),
    requireChangeableKey,
    async storeKey(service, key) {
      requireChangeableKey(service);
      const field = keyFields[service];
      await changeTitles(() =>
        key === null ? removeFromInstance(field) : storeInstance({ [field]: vault.seal(key) }),
      );
    },
    onTitlesChanged(listener) {
      notifyTitles = listener;
    },
    setupCode,
    neededSetupCode: (req) => (isLoopback(config.host) && isLoopbackHost(req) && !isForwarded(req) ? null : setupCode),
    isNew: async () => (await loadInstance()).claimedAt === undefined,
  };
}

/** Items whose facts are older than a change of the language are fetched again. */
async function storeTitleSettings(body: InstanceSettingsBody): Promise<void> {
  const { language = DEFAULT_LANGUAGE } = await loadInstance();
  const isChanged = body.language !== undefined && body.language !== language;
  await storeInstance({ ...body, ...(isChanged && { languageChangedAt: new Date() }) });
}

/** Open where only this machine can reach the app. */
function defaultRegistration({ host, publicUrl }: InstanceConfig): Registration {
  return isLocal({ host, publicUrl }) ? 'open' : 'invite';
}

/** Where strangers can create accounts, addresses are not for everyone. */
function defaultEmailFor(config: InstanceConfig, registration: Registration): EmailAudience {
  return registration === 'open' && !isLocal(config) ? 'shared' : 'everyone';
}

/** Only this machine can reach the app. */
export const isLocal = ({ host, publicUrl }: Pick<Config, 'host' | 'publicUrl'>) =>
  isLoopback(host) && (!publicUrl || isLoopback(publicUrl.host));

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

type KeyConfig = Pick<Config, 'tmdbAccessToken' | 'tmdbApiKey' | 'omdbApiKey'>;

/** The variables of the environment that set the key of a service. */
export const keyVariables: Record<KeyService, string> = {
  tmdb: 'TMDB_ACCESS_TOKEN or TMDB_API_KEY',
  omdb: 'OMDB_API_KEY',
};

/** The fields of the stored document with the encrypted keys. */
const keyFields = { tmdb: 'tmdbKey', omdb: 'omdbKey' } as const satisfies Record<KeyService, keyof InstanceDoc>;

function titleSettingsOf(stored: InstanceDoc, config: KeyConfig, vault: Vault): TitleSettings {
  return {
    tmdb: environmentAccess(config) ?? accessBy(openKey(stored.tmdbKey, vault)),
    omdbKey: config.omdbApiKey ?? openKey(stored.omdbKey, vault),
    region: stored.region ?? DEFAULT_REGION,
    language: stored.language ?? DEFAULT_LANGUAGE,
  };
}

function keyStateOf(service: KeyService, stored: InstanceDoc, config: KeyConfig, vault: Vault): KeyState {
  if (isSetByEnvironment(service, config)) return 'environment';
  const sealed = stored[keyFields[service]];
  if (sealed === undefined) return 'none';
  return openKey(sealed, vault) === null ? 'unreadable' : 'settings';
}

function isSetByEnvironment(service: KeyService, config: KeyConfig): boolean {
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

/** Letters and digits that are not mistaken for each other. */
const alphabet = 'ABCDEFGHJKMNPQRSTVWXYZ23456789';
const LENGTH = 8;

/** The code with which the first account is created: the same on all nodes and after each restart. For example K7QM-2XHD. */
export function setupCodeOf(secret: string): string {
  const bytes = createHmac('sha256', secret).update('setup code').digest();
  const letters = [...bytes.subarray(0, LENGTH)].map((byte) => alphabet[byte % alphabet.length]);
  return `${letters.slice(0, LENGTH / 2).join('')}-${letters.slice(LENGTH / 2).join('')}`;
}

/** Compares in constant time, and regardless of case, spaces and the hyphen. */
export function isSetupCode(given: string, right: string): boolean {
  return isSameSecret(plain(given), plain(right));
}

const plain = (code: string) => code.replace(/[\s-]/g, '').toUpperCase();
