import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { describe, expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { configVariables, loadConfig } from '../server/config/config.ts';

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
  const { services, volumes } = parse(read('docker-compose.yml'), { merge: true });
  const all = Object.keys(services);

  test('runs MongoDB, app nodes and a proxy, and https, backups and restores on request', () => {
    const always = all.filter((name) => !services[name].profiles);

    expect(always.sort()).toEqual(['app', 'mongo', 'proxy', 'secrets']);
    const { caddy, backup, restore } = services;
    expect([caddy.profiles, backup.profiles, restore.profiles]).toEqual([['tls'], ['backup'], ['restore']]);
  });

  test('allows several app nodes: they have no public port and no fixed name', () => {
    expect([services.app.ports, all.filter((name) => services[name].container_name)]).toEqual([undefined, []]);
  });

  test('is reached from this machine alone, unless Caddy adds https', () => {
    expect(all.filter((name) => services[name].ports).sort()).toEqual(['caddy', 'proxy']);
    expect(services.proxy.ports).toEqual(['127.0.0.1:3000:8080']);
  });

  test('gives MongoDB a password and no way out, and the app a replica set', () => {
    expect(services.mongo.command).toEqual(
      expect.arrayContaining(['--replSet=rs0', expect.stringMatching(/^--keyFile=/)]),
    );
    expect(services.mongo.networks).toEqual(['inside']);
    expect(read('docker/mongo-setup.js')).toContain("user: 'marquee', pwd:");
    expect(read('docker/secrets.mjs')).toContain('replicaSet=');
  });

  test('lets only the services that make or restore secrets write them', () => {
    const writers = all.filter((name) =>
      services[name].volumes?.some((volume: string) => /^(app|mongo)-secrets:[^:]+$/.test(volume)),
    );

    expect(writers.sort()).toEqual(['restore', 'secrets']);
  });

  test('gives the app only variables that it reads', () => {
    expect(Object.keys(services.app.environment).filter((name) => !configVariables.includes(name))).toEqual([]);
  });

  test.each(all)('lets %s write in its volumes only, without rights, and within a limit of memory', (name) => {
    expect(services[name]).toMatchObject({
      read_only: true,
      cap_drop: ['ALL'],
      security_opt: ['no-new-privileges:true'],
      mem_limit: expect.any(String),
    });
  });

  test('names a fixed version of each image', () => {
    const images = all.map((name) => services[name].image as string).filter((image) => image !== 'marquee');

    expect(images.filter((image) => !/:\d+\.\d+\.\d+(-alpine)?$/.test(image))).toEqual([]);
  });

  test('names every volume that it uses', () => {
    const used = Object.values<{ volumes?: string[] }>(services)
      .flatMap((service) => service.volumes ?? [])
      .map((volume) => volume.split(':')[0] ?? '')
      .filter((source) => !source.startsWith('.'));

    expect([...new Set(used)].sort()).toEqual(Object.keys(volumes).sort());
  });
});

const lastStage =
  read('Dockerfile')
    .split(/^FROM /m)
    .at(-1) ?? '';

test('the image does not run its program as root', () => {
  expect(lastStage.indexOf('USER 1000:1000')).toBeGreaterThan(0);
  expect(lastStage.indexOf('USER 1000:1000')).toBeLessThan(lastStage.indexOf('\nCMD '));
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
