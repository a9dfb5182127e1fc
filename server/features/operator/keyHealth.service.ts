import type { KeyService, KeyState } from '../../../common/schemas/instance.ts';
import type { HealthFinding } from '../../../common/schemas/operator/operator.ts';
import type { Instance } from '../../platform/instance/instance.ts';
import { keyVariables } from '../../platform/instance/titleSettings.ts';
import type { KeyCheck } from '../titles/keyCheck.ts';

interface KeyParts {
  instance: Instance;
  keyCheck: KeyCheck;
}

/** Whether the keys can be read, and TMDB and OMDb accept them. */
export async function checkKeys({ instance, keyCheck }: KeyParts): Promise<HealthFinding[]> {
  const [{ tmdb, omdbKey }, settings] = await Promise.all([instance.readTitleSettings(), instance.read()]);
  const found = await Promise.all([
    tmdb ? keyCheck.tmdb(tmdb) : 'accepted',
    tmdb && omdbKey ? keyCheck.omdb(omdbKey) : 'accepted',
  ]);
  const [titles, ratings] = found;
  const findings: HealthFinding[] = [];
  if (titles === 'refused') {
    findings.push({
      id: 'titles_refused',
      severity: 'error',
      title: 'TMDB refuses the key',
      text: `Searches fail, and titles that nobody has opened before do not open. ${whereToChange('tmdb', settings.tmdbKey)}`,
      action: actionFor(settings.tmdbKey),
    });
  }
  if (titles === 'unknown') {
    findings.push({
      id: 'titles_refused',
      severity: 'error',
      title: 'TMDB does not answer',
      text: 'Searches fail. See whether this machine reaches api.themoviedb.org, or TMDB_BASE_URL if that is set.',
      action: null,
    });
  }
  if (ratings === 'refused') {
    findings.push({
      id: 'ratings_refused',
      severity: 'warning',
      title: 'OMDb refuses the key',
      text: `Titles have no critics’ ratings. ${whereToChange('omdb', settings.omdbKey)}`,
      action: actionFor(settings.omdbKey),
    });
  }
  if (settings.tmdbKey === 'unreadable' || settings.omdbKey === 'unreadable') findings.push(unreadable);
  return findings;
}

const unreadable: HealthFinding = {
  id: 'keys_unreadable',
  severity: 'warning',
  title: 'A key must be entered again',
  text: 'The keys to TMDB and OMDb are encrypted with the session secret, which is another one now. Until they are entered again it is as if there were none.',
  action: 'open_settings',
};

const whereToChange = (service: KeyService, state: KeyState) =>
  state === 'environment'
    ? `Check ${keyVariables[service]} in the environment of the server.`
    : 'Enter the right one in Settings.';

const actionFor = (state: KeyState) => (state === 'environment' ? null : 'open_settings');
