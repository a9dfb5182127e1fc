import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { configVariables, loadConfig } from '../server/config.ts';

const root = fileURLToPath(new URL('..', import.meta.url));

function read(file: string): string {
  return readFileSync(join(root, file), 'utf8');
}

describe('.env.example', () => {
  test('names every variable that the configuration reads, and no other', () => {
    const names = Object.keys(parseEnv(read('.env.example')));

    expect(names.sort()).toEqual([...configVariables].sort());
  });

  test('has one line of comment above each variable', () => {
    const lines = read('.env.example').trimEnd().split('\n');

    const kinds = lines.map((line) => (/^# \S/.test(line) ? 'comment' : /^[A-Z_]+=/.test(line) ? 'variable' : line));

    expect(kinds).toEqual(lines.map((_line, index) => (index % 2 === 0 ? 'comment' : 'variable')));
  });

  test('has no effect when it is copied unchanged', () => {
    const copied = loadConfig(parseEnv(read('.env.example')) as Record<string, string>);

    expect(copied).toEqual(loadConfig({}));
  });
});

describe('docker-compose.yml', () => {
  const { services, volumes } = parse(read('docker-compose.yml'));

  test('runs MongoDB, app nodes and a proxy', () => {
    expect(Object.keys(services).sort()).toEqual(['app', 'mongo', 'proxy', 'secret']);
  });

  test('allows several app nodes: only the proxy has a public port, and no node has a fixed name', () => {
    const published = Object.keys(services).filter((name) => services[name].ports);
    const named = Object.keys(services).filter((name) => services[name].container_name);

    expect([published, named]).toEqual([['proxy'], []]);
  });

  test('gives the app a replica set and only variables that it reads', () => {
    const { environment } = services.app;

    expect(services.mongo.command).toContain('--replSet');
    expect(environment.MONGODB_URI).toContain('replicaSet=');
    expect(Object.keys(environment).filter((name) => !configVariables.includes(name))).toEqual([]);
  });

  test('names every volume that it uses', () => {
    const used = Object.values<{ volumes?: string[] }>(services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((source) => !source.startsWith('.'));

    expect([...new Set(used)].sort()).toEqual(Object.keys(volumes).sort());
  });
});

test('the image does not run its program as root', () => {
  const lastStage =
    read('Dockerfile')
      .split(/^FROM /m)
      .at(-1) ?? '';

  expect(lastStage.indexOf('USER node')).toBeGreaterThan(0);
  expect(lastStage.indexOf('USER node')).toBeLessThan(lastStage.indexOf('\nCMD '));
});

describe('package-lock.json', () => {
  const { packages } = JSON.parse(read('package-lock.json')) as {
    packages: Record<string, { resolved?: string; link?: boolean; optionalDependencies?: Record<string, string> }>;
  };

  test('has the packages of package.json', () => {
    const { dependencies, devDependencies } = JSON.parse(read('package.json'));

    expect(packages['']).toMatchObject({ dependencies, devDependencies });
    expect(
      Object.keys({ ...dependencies, ...devDependencies }).filter((name) => !packages[`node_modules/${name}`]),
    ).toEqual([]);
  });

  test('has no download addresses', () => {
    const addressed = Object.keys(packages).filter((path) => packages[path]?.resolved && !packages[path].link);

    expect(addressed).toEqual([]);
  });

  test('has the prebuilt binaries of every platform', () => {
    const locked = new Set(Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 13)));
    const wanted = Object.values(packages).flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}));

    expect(wanted.filter((name) => !locked.has(name))).toEqual([]);
  });
});
