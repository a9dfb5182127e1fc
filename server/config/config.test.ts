import { readFileSync } from 'node:fs';
import { describe, expect, test } from '@jest/globals';
import { ConfigError, configVariables, loadConfig } from './config.ts';

describe('the configuration', () => {
  test('needs no variable', () => {
    expect(loadConfig({})).toMatchObject({
      port: 3000,
      host: '127.0.0.1',
      dataDir: './data',
      mongodbUri: undefined,
      publicUrl: undefined,
      trustProxy: 0,
      allowedHosts: [],
      oidc: null,
      hasLocalAccounts: true,
      rateLimit: 1,
      logLevel: 'info',
    });
  });

  test('ignores empty values', () => {
    const empty = Object.fromEntries(configVariables.map((name) => [name, ' ']));

    expect(loadConfig(empty)).toEqual(loadConfig({}));
  });

  test('reads every variable', () => {
    const config = loadConfig({
      PORT: '0',
      HOST: '0.0.0.0',
      DATA_DIR: '/somewhere',
      MONGODB_URI: 'mongodb://db:27017/marquee?replicaSet=rs0',
      SESSION_SECRET: 'sixteen letters!',
      PUBLIC_URL: 'https://marquee.example/',
      TRUST_PROXY: 'on',
      ALLOWED_HOSTS: 'app, Films.example:8080',
      METRICS_TOKEN: 'token',
      TMDB_ACCESS_TOKEN: 'a v4 token',
      TMDB_API_KEY: 'a v3 key',
      TMDB_BASE_URL: 'http://127.0.0.1:9/3',
      OMDB_API_KEY: 'another key',
      OMDB_BASE_URL: 'http://127.0.0.1:9/omdb',
      OIDC_ISSUER: 'https://id.example/realms/one',
      OIDC_CLIENT_ID: 'marquee',
      OIDC_CLIENT_SECRET: 'a fourth key',
      LOCAL_ACCOUNTS: 'off',
      REGISTRATION: 'closed',
      AI_BASE_URL: 'http://127.0.0.1:9/v1',
      AI_API_KEY: 'a third key',
      AI_MODEL: 'small',
      RATE_LIMIT: '0.5',
      LOG_LEVEL: 'warn',
    });

    expect(config).toMatchObject({
      port: 0,
      host: '0.0.0.0',
      dataDir: '/somewhere',
      mongodbUri: 'mongodb://db:27017/marquee?replicaSet=rs0',
      sessionSecret: 'sixteen letters!',
      trustProxy: 1,
      allowedHosts: ['app', 'films.example'],
      metricsToken: 'token',
      tmdbAccessToken: 'a v4 token',
      tmdbApiKey: 'a v3 key',
      tmdbBaseUrl: new URL('http://127.0.0.1:9/3'),
      omdbApiKey: 'another key',
      omdbBaseUrl: new URL('http://127.0.0.1:9/omdb'),
      oidc: {
        issuer: new URL('https://id.example/realms/one'),
        clientId: 'marquee',
        clientSecret: 'a fourth key',
      },
      hasLocalAccounts: false,
      registration: 'closed',
      ai: { baseUrl: new URL('http://127.0.0.1:9/v1'), apiKey: 'a third key', model: 'small' },
      rateLimit: 0.5,
      logLevel: 'warn',
    });
    expect(config.publicUrl?.origin).toBe('https://marquee.example');
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '80.5'],
    ['MONGODB_URI', 'localhost:27017'],
    ['MONGODB_URI', 'postgres://db'],
    ['SESSION_SECRET', 'short'],
    ['PUBLIC_URL', 'marquee.example'],
    ['PUBLIC_URL', 'ftp://marquee.example'],
    ['TMDB_BASE_URL', 'api.themoviedb.org/3'],
    ['OMDB_BASE_URL', 'file:///etc/passwd'],
    ['OIDC_ISSUER', 'id.example'],
    ['OIDC_ISSUER', 'http://id.example'],
    ['OIDC_ISSUER', 'http://127.0.0.1.example'],
    ['OIDC_ISSUER', 'https://id.example/?tenant=1'],
    ['OIDC_ISSUER', 'https://me:secret@id.example'],
    ['LOCAL_ACCOUNTS', 'never'],
    ['TRUST_PROXY', 'maybe'],
    ['ALLOWED_HOSTS', 'https://films.example'],
    ['ALLOWED_HOSTS', 'films.example/app'],
    ['TRUST_PROXY', '-1'],
    ['TRUST_PROXY', '10'],
    ['RATE_LIMIT', 'much'],
    ['RATE_LIMIT', '-1'],
    ['LOG_LEVEL', 'loud'],
  ])('is refused when %s is %p, with one line that names the variable', (name, value) => {
    const load = () => loadConfig({ SESSION_SECRET: 'sixteen letters!', [name]: value });

    expect(load).toThrow(ConfigError);
    expect(load).toThrow(new RegExp(`^Bad configuration: ${name} [^\\n]+$`));
  });

  test.each(['http://localhost:8080', 'http://127.0.0.1:8080/realms/one', 'http://[::1]:8080'])(
    'allows a sign-in service without https at %s on this machine',
    (address) => {
      expect(loadConfig({ OIDC_ISSUER: address, OIDC_CLIENT_ID: 'marquee' }).oidc).toEqual({
        issuer: new URL(address),
        clientId: 'marquee',
        clientSecret: undefined,
      });
    },
  );

  test.each([
    [{ OIDC_ISSUER: 'https://id.example' }, /OIDC_CLIENT_ID is required/],
    [{ OIDC_CLIENT_ID: 'marquee' }, /OIDC_ISSUER is required/],
    [{ LOCAL_ACCOUNTS: 'off' }, /nobody could sign in/],
  ])('is refused with incomplete settings for signing in: %j', (environment, reason) => {
    const load = () => loadConfig(environment);

    expect(load).toThrow(ConfigError);
    expect(load).toThrow(reason);
  });

  test('requires the secret that all nodes share if MONGODB_URI is set', () => {
    expect(() => loadConfig({ MONGODB_URI: 'mongodb://db/marquee' })).toThrow(/SESSION_SECRET/);
  });

  test('has the variables of .env.example', () => {
    const example = readFileSync('.env.example', 'utf8');
    const named = [...example.matchAll(/^#? ?([A-Z][A-Z_]+)=/gm)].map(([, name]) => name);

    expect(named.sort()).toEqual([...configVariables].sort());
  });
});
