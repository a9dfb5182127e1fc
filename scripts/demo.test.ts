import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from '@jest/globals';
import { usernameBody } from '../common/schemas/forms.ts';
import { registerBody } from '../common/schemas/user.ts';
import { loadCatalogue } from '../server/features/titles/catalogue/catalogue.data.ts';
import { configure, findNginx } from './demo/nginx.ts';
import { emailOf, groups, lists, PASSWORD, people, pins, plays, progress, reviews, showing } from './demo/samples.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

describe('the samples of the demo', () => {
  test('name only people of the samples', () => {
    const keys = new Set(people.map(({ key }) => key));
    const named = [
      ...lists.flatMap(({ owner, members = {}, pending = [], titles }) => [
        owner,
        ...Object.keys(members),
        ...pending,
        ...titles.map(([who]) => who),
      ]),
      ...reviews.map(([who]) => who),
      ...pins.flat(),
      ...plays.flatMap((play) => [play.who, ...(play.with ?? [])]),
      ...progress.map(({ who }) => who),
      ...Object.values(showing).flat(),
      ...groups.flatMap(({ seen }) => Object.keys(seen)),
    ];

    expect(named.filter((key) => !keys.has(key))).toEqual([]);
  });

  test('have valid people, and titles of the bundled catalogue', () => {
    for (const { key, firstName, lastName, username } of people) {
      registerBody.parse({ email: emailOf(key), password: PASSWORD, firstName, lastName });
      usernameBody.parse({ username });
    }
    const known = new Set(Object.values(loadCatalogue().titles).flatMap((some) => some.map(({ title }) => title)));
    const named = [
      ...lists.flatMap((list) => list.titles.flatMap(([, ...titles]) => titles)),
      ...reviews.map((one) => one[1]),
      ...plays.map((one) => one.title),
      ...progress.map((one) => one.title),
      ...groups.map((one) => one.show),
    ];

    expect(named.map((title) => title.replace(/\*$/, '')).filter((title) => !known.has(title))).toEqual([]);
  });
});

describe("the demo's nginx", () => {
  const dockerConf = readFileSync(join(root, 'docker/nginx.conf'), 'utf8');

  test('is that of docker, with addresses of the nodes, and only for this machine', () => {
    const conf = configure(dockerConf, '/demo/nginx', 4000, [4001, 4002]);

    expect(conf).toContain('listen 127.0.0.1:4000;');
    expect(conf).toMatch(/server 127\.0\.0\.1:4001 [^\n]*\n\s*server 127\.0\.0\.1:4002 /);
    expect(conf).toContain('default $remote_addr;');
    expect(conf).not.toMatch(/\$nodes|resolver|outer-proxy\.conf/);
  });

  const nginx = findNginx();

  // Runs only where nginx is installed.
  if (nginx)
    test('is accepted by the nginx of this machine', () => {
      const folder = mkdtempSync(join(tmpdir(), 'marquee-nginx-'));
      try {
        const file = join(folder, 'nginx.conf');
        writeFileSync(file, configure(dockerConf, folder, 4000, [4001]));

        const { status, stderr } = spawnSync(nginx, ['-t', '-c', file, '-p', folder, '-e', join(folder, 'error.log')]);

        expect([status, String(stderr)]).toEqual([0, expect.stringContaining('test is successful')]);
      } finally {
        rmSync(folder, { recursive: true, force: true });
      }
    });
});
