import type { KeyService, KeyState } from '../../../common/schemas/instance.ts';
import type { Health, HealthFinding } from '../../../common/schemas/operator/operator.ts';
import type { Config } from '../../config/config.ts';
import { isOutOfSpace } from '../../platform/database/database.ts';
import { listNodes } from '../../platform/database/nodes.ts';
import { type Instance, isLocal, keyVariables } from '../../platform/instance/instance.ts';
import { countWaitingReports } from '../reports/report.service.ts';
import type { KeyCheck } from '../titles/keyCheck.ts';
import { readBackups } from './backup.service.ts';
import type { DataChecker } from './dataCheck.service.ts';
import { readDisk } from './storage.service.ts';

export interface HealthParts {
  config: Pick<Config, 'host' | 'publicUrl' | 'sessionSecret' | 'dataDir' | 'mongodbUri'>;
  instance: Instance;
  keyCheck: KeyCheck;
  dataChecker: DataChecker;
  build: string;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const OLD_BACKUP_DAYS = 7;
const SILENT_MS = 15_000;
const FEWEST_FREE = 0.1;
const SHORT_SECRET = 32;

/** What the operator should put right, the worst first. */
export async function checkHealth(parts: HealthParts): Promise<Health> {
  const checks = [
    checkData,
    checkHttps,
    checkSecret,
    checkRegistration,
    checkDisk,
    checkKeys,
    checkReports,
    checkNodes,
    checkBackup,
  ];
  // A check of the data may end meanwhile. Its finding and its result must belong together.
  const dataCheck = parts.dataChecker.read();
  const found = (await Promise.all(checks.map((check) => check(parts)))).flat();
  const rank = { error: 0, warning: 1 };
  return {
    checkedAt: new Date().toISOString(),
    version: parts.build,
    findings: found.sort((a, b) => rank[a.severity] - rank[b.severity]),
    dataCheck,
  };
}

type Check = (parts: HealthParts) => Promise<HealthFinding[]>;

const checkData: Check = async ({ dataChecker }) => {
  const faults = dataChecker.read()?.last?.faults ?? [];
  if (faults.length === 0) return [];
  return [
    {
      id: 'data_damaged',
      severity: 'error',
      title: 'The data is damaged',
      text: 'Stop Marquee, move the data file away, and restore the newest backup from before the damage: npm run admin -- restore FOLDER',
      action: null,
    },
  ];
};

const checkHttps: Check = async ({ config }) =>
  isLocal(config) || config.publicUrl?.protocol === 'https:'
    ? []
    : [
        {
          id: 'no_https',
          severity: 'error',
          title: 'Passwords travel in the clear',
          text: 'People reach this site without https. Put a proxy with a certificate in front, such as Caddy, and set PUBLIC_URL to its https address.',
          action: null,
        },
      ];

const checkSecret: Check = async ({ config: { sessionSecret: secret } }) =>
  secret === undefined || (secret.length >= SHORT_SECRET && !/change|secret|example|default/i.test(secret))
    ? []
    : [
        {
          id: 'weak_secret',
          severity: 'error',
          title: 'The session secret can be guessed',
          text: 'Anyone who guesses SESSION_SECRET can sign in as any user. Set it to 32 random characters, such as those of "openssl rand -base64 32". Everybody signs in again then.',
          action: null,
        },
      ];

const checkRegistration: Check = async ({ config, instance }) => {
  const { registration, isRegistrationFixed } = await instance.read();
  if (registration !== 'open' || isLocal(config)) return [];
  return [
    {
      id: 'open_registration',
      severity: 'warning',
      title: 'Everybody can create an account',
      text: isRegistrationFixed
        ? 'REGISTRATION is open and others can reach this site. Set it to invite, unless you want strangers here.'
        : 'Others can reach this site, and registration is open. Let people in by invitation, unless you want strangers here.',
      action: isRegistrationFixed ? null : 'invite_only',
    },
  ];
};

const checkDisk: Check = async ({ config }) => {
  if (config.mongodbUri) return [];
  const disk = await readDisk(config);
  if (!disk) {
    return [
      {
        id: 'disk_unreadable',
        severity: 'error',
        title: 'The disk cannot be read',
        text: 'How much of the disk of DATA_DIR is free is unknown. The log says why.',
        action: null,
      },
    ];
  }
  const { freeBytes, totalBytes } = disk;
  const isOut = isOutOfSpace(disk);
  if (freeBytes / totalBytes >= FEWEST_FREE && !isOut) return [];
  const percent = Math.round((100 * freeBytes) / totalBytes);
  return [
    {
      id: 'disk_nearly_full',
      severity: isOut || percent < 3 ? 'error' : 'warning',
      title: 'The disk is nearly full',
      text: isOut
        ? `${percent} % of the disk of DATA_DIR is free, so nothing can be added. Free some space, or move DATA_DIR to a larger disk.`
        : `${percent} % of the disk of DATA_DIR is free. Free some space, or move DATA_DIR to a larger disk: nothing can be added to a full one.`,
      action: null,
    },
  ];
};

const checkReports: Check = async () => {
  const count = await countWaitingReports();
  if (count === 0) return [];
  return [
    {
      id: 'reports_waiting',
      severity: 'warning',
      title: count === 1 ? 'A report waits for you' : `${count} reports wait for you`,
      text: 'Members have reported a person, a list or a comment. See what it is about, and resolve the report when you have dealt with it.',
      action: 'open_reports',
    },
  ];
};

const checkNodes: Check = async ({ build }) => {
  const nodes = await listNodes();
  // biome-ignore lint/plugin: compared with what other nodes have stored
  const silent = nodes.filter(({ seenAt }) => Date.parse(seenAt) + SILENT_MS < Date.now());
  const others = nodes.filter(({ version }) => version !== null && version !== build);
  const findings: HealthFinding[] = [];
  if (silent.length > 0) {
    findings.push({
      id: 'node_silent',
      severity: 'error',
      title: 'A node is silent',
      text: `${silent.length} of ${nodes.length} nodes sent no heartbeat for 15 seconds. See whether the process runs and reaches the database, and start it again.`,
      action: null,
    });
  }
  if (others.length > 0) {
    findings.push({
      id: 'old_version',
      severity: 'warning',
      title: 'Nodes run different versions',
      text: `This node runs ${build}, another one ${others[0]?.version}. Update all nodes to the same version.`,
      action: null,
    });
  }
  return findings;
};

const checkBackup: Check = async ({ config }) => {
  const backups = await readBackups(config);
  if (!backups) return [];
  if (!backups.made) {
    return [
      {
        id: 'backups_unreadable',
        severity: 'error',
        title: 'The backups cannot be read',
        text: `Marquee cannot read ${backups.folder}, so it makes no backups by itself. The log says why.`,
        action: null,
      },
    ];
  }
  // biome-ignore lint/plugin: compared with the date of a backup
  const now = Date.now();
  // One of a time to come was made when the clock was wrong.
  const latest = backups.made.find(({ createdAt }) => Date.parse(createdAt) <= now);
  const days = latest ? (now - Date.parse(latest.createdAt)) / DAY_MS : Number.POSITIVE_INFINITY;
  if (days <= OLD_BACKUP_DAYS) return [];
  return [
    {
      id: 'backup_old',
      severity: 'warning',
      title: latest ? `The last backup is ${Math.floor(days)} days old` : 'There is no backup yet',
      text: 'Make one now, and choose at Storage how often one is made by itself. Copy the folder of the backups to another machine from time to time.',
      action: 'back_up',
    },
  ];
};

interface KeyParts {
  instance: Instance;
  keyCheck: KeyCheck;
}

/** Whether the keys can be read, and TMDB and OMDb accept them. */
async function checkKeys({ instance, keyCheck }: KeyParts): Promise<HealthFinding[]> {
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
