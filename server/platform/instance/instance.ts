import type { IncomingMessage } from 'node:http';
import { DEFAULT_LANGUAGE } from '../../../common/countries.ts';
import type { EmailAudience } from '../../../common/schemas/audience.ts';
import type {
  InstanceSettings,
  InstanceSettingsBody,
  KeyService,
  Registration,
} from '../../../common/schemas/instance.ts';
import type { Config } from '../../config/config.ts';
import { inTransaction } from '../database/database.ts';
import { appendNotification } from '../database/notifications.ts';
import { isForwarded } from '../http/address.ts';
import { conflict } from '../http/errors.ts';
import { isLoopback, isLoopbackHost } from '../http/hosts.ts';
import { createVault } from '../vault.ts';
import { type InstanceDoc, loadInstance, removeFromInstance, storeInstance } from './instance.model.ts';
import { setupCodeOf } from './setupCode.ts';
import {
  isSetByEnvironment,
  type KeyConfig,
  keyFields,
  keyStateOf,
  keyVariables,
  type TitleSettings,
  titleSettingsOf,
} from './titleSettings.ts';

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
 * Each call reads the one small document, so a change is in effect on every node at once. What titles are asked with is kept by
 * their source, which is told when it changes.
 */
export function createInstance(config: InstanceConfig, secret: string): Instance {
  const vault = createVault(secret, 'service keys');
  const setupCode = setupCodeOf(secret);
  let tellTitles = async () => {};
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
    await tellTitles();
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
      tellTitles = listener;
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
