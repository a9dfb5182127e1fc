/** The features, which build on each other: each may use those before it. */
export const FEATURES = [
  'users',
  'titles',
  'offline',
  'folders',
  'plays',
  'feeds',
  'comments',
  'reviews',
  'moving',
  'players',
  'recommendations',
  'reports',
  'notices',
  'webhooks',
  'account',
  'operator',
];

/** The parts of a feature on the server: each may use those before it. */
const LAYERS = ['model', 'service', 'routes'];

/** Workspaces could move to another repository as they are. Each has one file or folder that may import it. */
const WORKSPACES: Record<string, string> = {
  'server/embedded-mongo': 'server/platform/database/database.ts',
  'server/poster-art': 'server/features/titles/',
};

/** The folders inside these, which build on each other: each may use those before it. */
const PARTS: Record<string, string[]> = {
  'server/platform': ['http', 'database', 'securityLog', 'session', 'limits', 'instance', 'requests', 'live'],
  'server/features/folders': [
    'model',
    'access',
    'presence',
    'log',
    'openPoll',
    'groups',
    'writing',
    'items',
    'seen',
    'comments',
    'sharing',
    'polls',
    'delivery',
    'export',
  ],
  'server/embedded-mongo': [
    'bson',
    'query',
    'aggregate',
    'update',
    'file',
    'wire',
    'store',
    'search',
    'txn',
    'commands',
  ],
  'client/features/folders': [
    'state',
    'rights',
    'presence',
    'seen',
    'polls',
    'lists',
    'items',
    'links',
    'joinRequests',
    'sharing',
    'activity',
    'details',
    'head',
    'listView',
    'profile',
    'search',
  ],
};

/** The folders of the server that all features stand on: each may use those before it. */
const BELOW_FEATURES = ['server/config', 'server/platform'];

/** Files of the platform that features may reach only through one file. */
const ONLY_THROUGH: Record<string, string> = {
  'server/platform/database/notifications.ts': 'server/features/users/notification.service.ts',
};

/** The folders of the server that put features together for one kind of answer. */
const ABOVE_FEATURES = ['server/pages', 'server/openapi'];

interface Place {
  side: string;
  /** As ARCHITECTURE.md draws it: 'server/platform', or the side for files that put its folders together. */
  folder: string;
  feature: string | null;
  file: string;
}

/** Why the file at `from` may not import the file at `to`, or null when it may. */
export function whyForbidden(from: string, to: string): string | null {
  return whyPartForbidden(from, to) ?? whySideForbidden(from, to);
}

function whyPartForbidden(from: string, to: string): string | null {
  if (isForTests(from)) return null;
  for (const [folder, parts] of Object.entries(PARTS)) {
    const own = partOf(from, folder);
    const other = partOf(to, folder);
    if (own === null || other === null || own === other) continue;
    for (const part of [own, other]) if (!parts.includes(part)) return `${part} is not in the order of ${folder}`;
    if (parts.indexOf(other) > parts.indexOf(own)) return `${own} may not import ${other}, which comes after it`;
  }
  return null;
}

/** The folder inside `folder` that has the file, or null for other files and those directly in it. */
function partOf(path: string, folder: string): string | null {
  if (!path.startsWith(`${folder}/`)) return null;
  const [part = '', ...rest] = path.slice(folder.length + 1).split('/');
  return rest.length > 0 ? part : null;
}

function whySideForbidden(from: string, to: string): string | null {
  const home = workspaceOf(from);
  if (home) return workspaceOf(to) === home ? null : `${home} may import packages only`;
  if (isTest(from)) return null;
  if (isTest(to) || isTesting(to)) {
    return isTesting(from) || from.startsWith('scripts/') ? null : 'only tests may import files for tests';
  }
  if (isTesting(from)) return null;
  const source = placeOf(from);
  const target = placeOf(to);
  if (source.side === 'scripts') return null;
  const workspace = workspaceOf(to);
  if (workspace) {
    const importer = WORKSPACES[workspace] ?? '';
    return from.startsWith(importer) ? null : `only ${importer} may import ${workspace}`;
  }
  if (source.side !== target.side && target.side !== 'common')
    return `a ${source.side} file may not import ${target.side}`;
  if (source.side === 'common') return null;
  if (source.side === 'client') return whyForbiddenOnClient(source, target);
  const through = ONLY_THROUGH[to];
  if (through && source.folder !== target.folder && from !== through)
    return `use ${through}, which raises revs and asks about blocks`;
  return whyForbiddenOnServer(source, target);
}

/** Why the file at `from` may not import that package, or null when it may. */
export function whyPackageForbidden(from: string, specifier: string): string | null {
  if (isTest(from) || placeOf(from).side !== 'common') return null;
  return specifier === 'zod' ? null : 'common may import only zod';
}

/** Why the file at `from` may import only types of the file at `to`, or null when it may import anything. */
export function whyValueForbidden(from: string, to: string): string | null {
  if (isTest(from) || isTesting(from) || placeOf(from).side !== 'common' || !to.startsWith('common/schemas/'))
    return null;
  return /^common\/(schemas|api)\//.test(from)
    ? null
    : 'every page would load the validation library, so only types of schemas may be imported here';
}

function isTest(path: string): boolean {
  return /\.test\.tsx?$/.test(path);
}

function isTesting(path: string): boolean {
  return /^(server|client|common)\/testing\//.test(path);
}

/** Whether the file is a test, or is there for tests. */
export function isForTests(path: string): boolean {
  return isTest(path) || /\/(testing|conformance)\//.test(path);
}

/** The workspace that contains the file, or undefined. */
function workspaceOf(path: string): string | undefined {
  return Object.keys(WORKSPACES).find((folder) => path.startsWith(`${folder}/`));
}

/** The folder of the file in the picture of ARCHITECTURE.md, or null for tests and what tests and scripts use. */
export function drawnFolderOf(path: string): string | null {
  if (isTest(path) || isTesting(path) || path.startsWith('scripts/')) return null;
  const { side, folder } = placeOf(path);
  if (side === 'common') return side;
  return folder === side ? null : folder;
}

function placeOf(path: string): Place {
  const [side = '', second = '', third = ''] = path.split('/');
  const isFeature = second === 'features';
  const file = path.slice(path.lastIndexOf('/') + 1);
  // Files directly in a side put its folders together.
  if (!path.slice(side.length + 1).includes('/')) return { side, folder: side, feature: null, file };
  return { side, folder: `${side}/${second}`, feature: isFeature ? third : null, file };
}

function whyForbiddenOnServer(from: Place, to: Place): string | null {
  if (from.folder === 'server') return null;
  if (from.folder === 'server/migrations') {
    return to.folder === from.folder || BELOW_FEATURES.includes(to.folder)
      ? null
      : 'a migration may import only platform files, since all others are written for the newest data';
  }
  if (to.side === 'common') return null;
  if (to.folder === 'server') return `only what composes the server may import ${to.file}`;
  const own = BELOW_FEATURES.indexOf(from.folder);
  if (BELOW_FEATURES.includes(to.folder)) {
    const isBelow = own < 0 || BELOW_FEATURES.indexOf(to.folder) <= own;
    return isBelow ? null : `${from.folder} may not import ${to.folder}`;
  }
  if (own >= 0) return 'a platform file may not import a feature';
  if (ABOVE_FEATURES.includes(from.folder)) {
    if (to.folder === from.folder) return null;
    return isInner(to) ? 'models and routes of a feature may not be imported' : null;
  }
  if (ABOVE_FEATURES.includes(to.folder)) return `a feature may not import ${to.folder}`;
  if (from.feature !== to.feature) {
    if (isInner(to)) return 'models and routes of another feature may not be imported';
    return whyFeatureForbidden(from, to);
  }
  return LAYERS.indexOf(layerOf(to)) > LAYERS.indexOf(layerOf(from)) && layerOf(from) !== ''
    ? `inside a feature imports go routes → service → model, and this is a ${layerOf(from)}`
    : null;
}

/** Whether the file is for its own feature alone. */
function isInner({ file }: Place): boolean {
  return /\.(model|routes)\.ts$/.test(file);
}

function whyForbiddenOnClient(from: Place, to: Place): string | null {
  if (to.folder === 'common/api' && from.folder !== 'client/lib') {
    return 'the browser gets no schemas: client/lib/http/api.ts has the endpoints with their types';
  }
  if (['client', 'client/app', 'client/screens'].includes(from.folder)) return null;
  if (from.folder === 'client/components' && to.side === 'common') return 'a plain component may not import common';
  if (to.side === 'common' || to.folder === from.folder) {
    if (from.feature === to.feature || to.side === 'common') return null;
    if (/\.api\.ts$/.test(to.file)) return "another feature's calls go through its stores";
    return whyFeatureForbidden(from, to);
  }
  const below = ['client/lib', 'client/components', 'client/features'];
  if (below.includes(to.folder) && below.indexOf(to.folder) < below.indexOf(from.folder)) return null;
  return `${from.folder} may not import ${to.folder}`;
}

function whyFeatureForbidden(from: Place, to: Place): string | null {
  const own = FEATURES.indexOf(from.feature ?? '');
  const other = FEATURES.indexOf(to.feature ?? '');
  if (own < 0) return `the feature ${from.feature} is not in the order of features`;
  if (other < 0) return `the feature ${to.feature} is not in the order of features`;
  return other < own ? null : `${from.feature} may not import ${to.feature}, which comes after it`;
}

function layerOf(place: Place): string {
  return /\.(model|service|routes)\.ts$/.exec(place.file)?.[1] ?? '';
}
