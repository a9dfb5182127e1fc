import { describe, expect, test } from '@jest/globals';
import { checkImports } from './imports/check.ts';

/** Checks a small tree of files, given as path and text. */
function judge(tree: Record<string, string>): string[] {
  const sources = Object.entries(tree).map(([path, text]) => ({ path, text }));
  return checkImports(sources, (path) => path in tree);
}

/** The message when `from` imports `to`, without its place. */
function whyNot(from: string, to: string): string | null {
  const up = '../'.repeat(from.split('/').length - 1);
  const [problem] = judge({ [from]: `import type { Thing } from '${up || './'}${to}';`, [to]: '' });
  return problem?.replace(/^.*?: /, '') ?? null;
}

describe('on the server', () => {
  test.each([
    ['server/features/folders/folder.routes.ts', 'server/features/folders/folder.service.ts'],
    ['server/features/folders/folder.service.ts', 'server/features/folders/model/folder.model.ts'],
    ['server/features/folders/folder.service.ts', 'server/features/users/user.service.ts'],
    ['server/features/folders/folder.routes.ts', 'server/platform/requests/request.ts'],
    ['server/features/folders/folder.routes.ts', 'common/folder.ts'],
    ['server/platform/database/database.ts', 'server/embedded-mongo/index.ts'],
    ['server/platform/log.ts', 'server/config/config.ts'],
    ['server/app.ts', 'server/features/users/user.routes.ts'],
    ['server/node.ts', 'server/migrations/migrate.ts'],
    ['server/pages/list/preview.routes.ts', 'server/features/folders/items/item.service.ts'],
    ['server/features/folders/writing/undo.service.ts', 'server/features/folders/access/access.ts'],
    ['server/migrations/migrate.ts', 'server/platform/log.ts'],
    ['server/features/users/users.test.ts', 'server/features/account/account.service.ts'],
    ['server/features/users/users.test.ts', 'server/testing/server.ts'],
    ['server/testing/server.ts', 'server/main.ts'],
    ['scripts/demo.ts', 'server/features/folders/folder.service.ts'],
  ])('%s may import %s', (from, to) => {
    const reason = whyNot(from, to);

    expect(reason).toBeNull();
  });

  test.each([
    ['server/platform/log.ts', 'server/features/users/user.service.ts', 'a platform file may not import a feature'],
    ['server/platform/log.ts', 'server/app.ts', 'only what composes the server may import app.ts'],
    [
      'server/platform/log.ts',
      'server/embedded-mongo/index.ts',
      'only server/platform/database/database.ts may import server/embedded-mongo',
    ],
    [
      'server/migrations/001-watched-by.ts',
      'server/features/folders/item.model.ts',
      'a migration may import only platform files, since all others are written for the newest data',
    ],
    [
      'server/main.ts',
      'server/embedded-mongo/index.ts',
      'only server/platform/database/database.ts may import server/embedded-mongo',
    ],
    [
      'server/features/plays/play.store.ts',
      'server/platform/database/notifications.ts',
      'use server/features/users/notification.service.ts, which raises revs and asks about blocks',
    ],
    ['server/embedded-mongo/index.ts', 'server/platform/log.ts', 'server/embedded-mongo may import packages only'],
    [
      'server/embedded-mongo/index.test.ts',
      'server/testing/server.ts',
      'server/embedded-mongo may import packages only',
    ],
    ['server/embedded-mongo/index.ts', 'common/errors.ts', 'server/embedded-mongo may import packages only'],
    ['server/poster-art/index.ts', 'server/embedded-mongo/index.ts', 'server/poster-art may import packages only'],
    ['server/app.ts', 'server/poster-art/index.ts', 'only server/features/titles/ may import server/poster-art'],
    [
      'server/features/users/user.service.ts',
      'server/features/folders/folder.service.ts',
      'users may not import folders, which comes after it',
    ],
    [
      'server/features/folders/folder.service.ts',
      'server/features/users/user.model.ts',
      'models and routes of another feature may not be imported',
    ],
    [
      'server/features/folders/folder.service.ts',
      'server/features/folders/folder.routes.ts',
      'inside a feature imports go routes → service → model, and this is a service',
    ],
    [
      'server/features/folders/model/folder.model.ts',
      'server/features/folders/folder.service.ts',
      'inside a feature imports go routes → service → model, and this is a model',
    ],
    [
      'server/features/gossip/gossip.ts',
      'server/features/users/user.service.ts',
      'the feature gossip is not in the order of features',
    ],
    [
      'server/pages/list/preview.routes.ts',
      'server/features/folders/model/item.model.ts',
      'models and routes of a feature may not be imported',
    ],
    [
      'server/features/account/account.routes.ts',
      'server/pages/sign-in/sign-in.page.ts',
      'a feature may not import server/pages',
    ],
    ['server/app.ts', 'client/main.tsx', 'a server file may not import client'],
    ['server/app.ts', 'server/testing/server.ts', 'only tests may import files for tests'],
    ['server/config/config.ts', 'server/platform/log.ts', 'server/config may not import server/platform'],
    [
      'server/features/folders/access/access.ts',
      'server/features/folders/items/item.service.ts',
      'access may not import items, which comes after it',
    ],
    [
      'server/features/folders/gossip/gossip.ts',
      'server/features/folders/model/folder.model.ts',
      'gossip is not in the order of server/features/folders',
    ],
    [
      'server/embedded-mongo/bson/codec.ts',
      'server/embedded-mongo/commands/find.ts',
      'bson may not import commands, which comes after it',
    ],
    ['client/lib/images.ts', 'common/testing/replicas.ts', 'only tests may import files for tests'],
    ['common/folder.ts', 'server/config/config.ts', 'a common file may not import server'],
  ])('%s may not import %s', (from, to, expected) => {
    const reason = whyNot(from, to);

    expect(reason).toBe(expected);
  });
});

describe('a workspace', () => {
  const workspace = {
    folder: 'server/embedded-mongo',
    name: 'embedded-mongo',
    exports: { '.': './index.ts', './backup': './backup.ts' },
  };
  const tree = {
    'server/platform/database/database.ts': "import 'embedded-mongo';\nimport 'embedded-mongo/backup';",
    'server/embedded-mongo/index.ts': '',
    'server/embedded-mongo/backup.ts': '',
  };
  const problemsOf = (more: Record<string, string>) => {
    const all: Record<string, string> = { ...tree, ...more };
    const sources = Object.entries(all).map(([path, text]) => ({ path, text }));
    return checkImports(sources, (path) => path in all, [workspace]);
  };

  test('may be imported by its name where the rules allow the file', () => {
    expect(problemsOf({})).toEqual([]);
    expect(problemsOf({ 'server/app.ts': "import 'embedded-mongo';" })).toEqual([
      'server/app.ts:1 imports server/embedded-mongo/index.ts: only server/platform/database/database.ts may import server/embedded-mongo',
    ]);
  });

  test('may not be imported by a path or without an export', () => {
    const problems = problemsOf({
      'scripts/admin.ts': "import '../server/embedded-mongo/backup.ts';\nimport 'embedded-mongo/index.ts';",
    });

    expect(problems).toEqual([
      "scripts/admin.ts:1 imports server/embedded-mongo/backup.ts: import it as 'embedded-mongo'",
      'scripts/admin.ts:2 imports server/embedded-mongo/(embedded-mongo/index.ts is not exported): there is no such file',
    ]);
  });
});

describe('on the client', () => {
  test.each([
    ['client/features/folders/folder.store.ts', 'client/lib/http.ts'],
    ['client/features/folders/ShareDialog.tsx', 'client/components/Avatar.tsx'],
    ['client/features/folders/ShareDialog.tsx', 'client/features/users/user.store.ts'],
    ['client/features/folders/ShareDialog.tsx', 'client/features/users/UserName.tsx'],
    ['client/components/Avatar.tsx', 'client/lib/images.ts'],
    ['client/lib/http.ts', 'common/errors.ts'],
    ['client/lib/api.ts', 'common/api/lists.ts'],
    ['client/screens/MyList.tsx', 'client/features/account/AccountMenu.tsx'],
    ['client/app/realtime.ts', 'client/features/folders/folder.store.ts'],
  ])('%s may import %s', (from, to) => {
    const reason = whyNot(from, to);

    expect(reason).toBeNull();
  });

  test.each([
    [
      'client/features/folders/ShareDialog.tsx',
      'client/screens/MyList.tsx',
      'client/features may not import client/screens',
    ],
    ['client/features/folders/ShareDialog.tsx', 'client/app/router.tsx', 'client/features may not import client/app'],
    [
      'client/features/users/UserName.tsx',
      'client/features/folders/folder.store.ts',
      'users may not import folders, which comes after it',
    ],
    [
      'client/features/folders/folder.store.ts',
      'client/features/users/user.api.ts',
      "another feature's calls go through its stores",
    ],
    [
      'client/components/Avatar.tsx',
      'client/features/users/user.store.ts',
      'client/components may not import client/features',
    ],
    ['client/components/Avatar.tsx', 'common/user.ts', 'a plain component may not import common'],
    ['client/lib/http.ts', 'client/components/toast/toast.ts', 'client/lib may not import client/components'],
    [
      'client/features/folders/folder.api.ts',
      'common/api/lists.ts',
      'the browser gets no schemas: client/lib/http/api.ts has the endpoints with their types',
    ],
    ['client/main.tsx', 'server/config/config.ts', 'a client file may not import server'],
  ])('%s may not import %s', (from, to, expected) => {
    const reason = whyNot(from, to);

    expect(reason).toBe(expected);
  });
});

test('common may import only the package zod, and its tests any package', () => {
  const problems = judge({
    'common/user.ts': "import { z } from 'zod';\nimport fs from 'node:fs';",
    'common/user.test.ts': "import { test } from '@jest/globals';",
  });

  expect(problems).toEqual(['common/user.ts:2 imports node:fs: common may import only zod']);
});

test('common may import only types of schemas, except schemas and descriptions of calls', () => {
  const problems = judge({
    'common/schemas/item.ts': '',
    'common/schemas/changes.ts': "import { itemSchema } from './item.ts';",
    'common/api/lists.ts': "import { itemSchema } from '../schemas/item.ts';",
    'common/testing/items.ts': "import { itemSchema } from '../schemas/item.ts';",
    'common/replica.ts':
      "import type { Item } from './schemas/item.ts';\nimport { type Change, quiet } from './schemas/item.ts';",
    'common/undo.ts': "import { type Item } from './schemas/item.ts';\nexport type { Item } from './schemas/item.ts';",
  });

  expect(problems).toEqual([
    'common/replica.ts:2 imports common/schemas/item.ts: every page would load the validation library, so only types of schemas may be imported here',
  ]);
});

test('an import of a missing file is reported with file and line', () => {
  const problems = judge({ 'server/app.ts': "\n\nimport { log } from './platform/log.ts';" });

  expect(problems).toEqual(['server/app.ts:3 imports server/platform/log.ts: there is no such file']);
});

test('re-exports, types and lazy imports count as imports', () => {
  const problems = judge({
    'client/main.tsx': [
      "export * from '../server/a.ts';",
      "import type { B } from '../server/b.ts';",
      "const c = await import('../server/c.ts');",
    ].join('\n'),
    'server/a.ts': '',
    'server/b.ts': '',
    'server/c.ts': '',
  });

  expect(problems.map((problem) => problem.split(' ')[2])).toEqual(['server/b.ts:', 'server/a.ts:', 'server/c.ts:']);
});

test('files that import each other are shown as one cycle, types included', () => {
  const problems = judge({
    'common/a.ts': "import { b } from './b.ts';",
    'common/b.ts': "import { c } from './c.ts';",
    'common/c.ts': "import type { A } from './a.ts';",
    'common/d.ts': "import { a } from './a.ts';",
  });

  expect(problems).toEqual(['common/a.ts is in a cycle: common/a.ts → common/b.ts → common/c.ts → common/a.ts']);
});

test('folders that import each other are a cycle, at any depth', () => {
  const problems = judge({
    'client/lib/http/http.ts': "import { a } from '../text/words.ts';",
    'client/lib/text/words.ts': '',
    'client/lib/text/lines.ts': "import { b } from '../http/urls.ts';",
    'client/lib/http/urls.ts': '',
  });

  expect(problems).toEqual(['client/lib has a cycle: http → text → http']);
});
