import type { InstanceSettings, KeyService } from '../../../common/schemas/instance.ts';
import type { RegisterBody } from '../../../common/schemas/user.ts';
import type { Instance } from '../../platform/instance/instance.ts';
import { checkNewKey, type KeyCheck } from '../titles/keyCheck.ts';

/** What the first operator chooses for the instance, together with the account. */
type Setup = Pick<RegisterBody, 'instanceName' | 'registration' | 'region' | 'language' | 'tmdbKey' | 'omdbKey'>;

/** Throws validation for a key that its service refuses. */
export async function checkSetup(setup: Setup, instance: Instance, check: KeyCheck): Promise<void> {
  const settings = await instance.read();
  const keys = keysIn(setup, settings);
  await Promise.all(keys.map(({ service, field, key }) => checkNewKey(check, service, key, field)));
}

/** Stores what was chosen. What the environment decides stays as it is. Returns the services whose keys were stored. */
export async function setUp(instance: Instance, setup: Setup): Promise<KeyService[]> {
  const { instanceName, registration, region, language } = setup;
  const settings = await instance.read();
  await instance.change({
    ...(instanceName?.trim() && { name: instanceName.trim() }),
    ...(registration && !settings.isRegistrationFixed && { registration }),
    ...(region && { region }),
    ...(language && { language }),
  });
  const keys = keysIn(setup, settings);
  for (const { service, key } of keys) await instance.storeKey(service, key);
  return keys.map(({ service }) => service);
}

const fields = [
  { service: 'tmdb', field: 'tmdbKey' },
  { service: 'omdb', field: 'omdbKey' },
] as const satisfies { service: KeyService; field: keyof Setup & keyof InstanceSettings }[];

function keysIn(setup: Setup, settings: InstanceSettings) {
  return fields.flatMap(({ service, field }) => {
    const key = setup[field];
    return key && settings[field] !== 'environment' ? [{ service, field, key }] : [];
  });
}
