import { BlockList, isIP } from 'node:net';
import { z } from 'zod';
import { type Registration, registrationSchema } from '../../common/schemas/instance.ts';
import { hostnameOf } from './hostname.ts';
import { SHORTEST_SECRET } from './secretFile.ts';

// An empty value in an .env file means the same as a missing line.
const text = z
  .string()
  .trim()
  .transform((value) => value || undefined)
  .optional();
const address = z.url({ protocol: /^https?$/, error: 'must be an http or https address' });
const proxies = z
  .string()
  .regex(/^(on|off|true|false|\d)$/, 'use on, off or the number of proxies')
  .transform((value) => (value === 'on' || value === 'true' ? 1 : Number(value) || 0));
/** Host names and addresses in the form of `hostnameOf`. */
const hosts = z
  .string()
  .transform((value) =>
    value
      .split(',')
      .map((host) => host.trim())
      .filter(Boolean)
      .map(hostnameOf),
  )
  .refine((names): names is string[] => names.every((name) => name !== null), 'must be hosts, separated by commas');
/** Networks as 192.168.1.0/24, or single addresses. */
const networks = z.string().transform((value, context) => {
  const list = new BlockList();
  for (const entry of value.split(',').map((part) => part.trim())) {
    if (!entry) continue;
    const [address = '', bits] = entry.split('/');
    const family = isIP(address);
    const length = bits === undefined ? (family === 6 ? 128 : 32) : Number(bits);
    if (family === 0 || !Number.isInteger(length) || length < 0 || length > (family === 6 ? 128 : 32)) {
      context.addIssue('must be networks such as 192.168.1.0/24, separated by commas');
      return z.NEVER;
    }
    list.addSubnet(address, length, family === 6 ? 'ipv6' : 'ipv4');
  }
  return list;
});
const onOrOff = z.enum(['on', 'off'], 'use on or off').transform((value) => value === 'on');

function isLoopback({ hostname }: URL): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(\.\d+){3}$/.test(hostname);
}

/** A sign-in service needs https, except on this machine. */
const issuer = address
  .transform((text) => new URL(text))
  .refine(
    (url) => (url.protocol === 'https:' || isLoopback(url)) && !url.search && !url.hash && !url.username,
    'must be an https address without a query; http only on this machine',
  );

const schema = z.object({
  PORT: z.coerce.number('must be a number').int().min(0).max(65535).default(3000),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('./data'),
  MONGODB_URI: text.refine((uri) => !uri || /^mongodb(\+srv)?:\/\//.test(uri), 'must begin with mongodb://'),
  SESSION_SECRET: text.refine(
    (secret) => !secret || secret.length >= SHORTEST_SECRET,
    `must have at least ${SHORTEST_SECRET} characters`,
  ),
  PUBLIC_URL: address.optional(),
  TRUST_PROXY: proxies.default(0),
  ALLOWED_HOSTS: hosts.default([]),
  METRICS_TOKEN: text,
  OUTGOING_NETWORKS: networks.default(() => new BlockList()),
  TMDB_ACCESS_TOKEN: text,
  TMDB_API_KEY: text,
  TMDB_BASE_URL: address.default('https://api.themoviedb.org/3'),
  OMDB_API_KEY: text,
  OMDB_BASE_URL: address.default('https://www.omdbapi.com'),
  SEERR_URL: address.optional(),
  SEERR_API_KEY: text,
  OIDC_ISSUER: issuer.optional(),
  OIDC_CLIENT_ID: text,
  OIDC_CLIENT_SECRET: text,
  LOCAL_ACCOUNTS: onOrOff.default(true),
  REGISTRATION: registrationSchema.optional(),
  AI_BASE_URL: address.optional(),
  AI_API_KEY: text,
  AI_MODEL: text,
  SMTP_URL: text.refine((uri) => !uri || /^smtps?:\/\//.test(uri), 'must begin with smtp:// or smtps://'),
  MAIL_FROM: text.refine((from) => !from || from.includes('@'), 'must be an address, as Marquee <marquee@example.com>'),
  RATE_LIMIT: z.coerce.number('must be a number').min(0).default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('info'),
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
});

export interface Config {
  port: number;
  host: string;
  dataDir: string;
  mongodbUri: string | undefined;
  sessionSecret: string | undefined;
  publicUrl: URL | undefined;
  /** The number of proxies in front of the app. Only forwarded headers written by them are trusted. */
  trustProxy: number;
  /** Additional hosts that requests may name: names and addresses without ports. */
  allowedHosts: readonly string[];
  metricsToken: string | undefined;
  /** Private networks to which webhooks and notifications may be sent. */
  outgoingNetworks: BlockList;
  /** A v4 token or a v3 key for TMDB. Without either, titles come from the bundled catalogue. */
  tmdbAccessToken: string | undefined;
  tmdbApiKey: string | undefined;
  tmdbBaseUrl: URL;
  omdbApiKey: string | undefined;
  omdbBaseUrl: URL;
  /** Where people whom the operator allows request titles, or null. */
  seerr: { baseUrl: URL; apiKey: string } | null;
  /** The single sign-on service, or null. */
  oidc: OidcConfig | null;
  /** Whether accounts with a password are allowed. */
  hasLocalAccounts: boolean;
  /** Who may create an account. Undefined when that is set on the page for operators. */
  registration: Registration | undefined;
  /** A language model with an OpenAI-compatible API that may rank recommendations, or null. */
  ai: { baseUrl: URL; apiKey: string | undefined; model: string } | null;
  /** How mail is sent, or null: no mail is sent then. */
  mail: { smtpUrl: string; from: string } | null;
  /** A factor for all rate limits; 0 disables them. */
  rateLimit: number;
  logLevel: string;
  isProduction: boolean;
}

export interface OidcConfig {
  issuer: URL;
  clientId: string;
  /** Absent for a public client, which is protected by PKCE only. */
  clientSecret: string | undefined;
}

export class ConfigError extends Error {}

/** All variables, for the test that compares them with .env.example. */
export const configVariables = Object.keys(schema.shape).filter((name) => name !== 'NODE_ENV');

/** Reads the environment once; throws a ConfigError with one readable line if a value is invalid. */
export function loadConfig(environment: Record<string, string | undefined>): Config {
  const given = Object.fromEntries(Object.entries(environment).filter(([, value]) => value?.trim()));
  const parsed = schema.safeParse(given);
  if (!parsed.success) {
    const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`);
    throw new ConfigError(`Bad configuration: ${problems.join('; ')}`);
  }
  const env = parsed.data;
  if (env.MONGODB_URI && !env.SESSION_SECRET) {
    throw new ConfigError('Bad configuration: SESSION_SECRET is required with MONGODB_URI, so that all nodes share it');
  }
  const oidc = oidcOf(env);
  if (!oidc && !env.LOCAL_ACCOUNTS) {
    throw new ConfigError('Bad configuration: LOCAL_ACCOUNTS is off and OIDC_ISSUER is not set: nobody could sign in');
  }
  return {
    port: env.PORT,
    host: env.HOST,
    dataDir: env.DATA_DIR,
    mongodbUri: env.MONGODB_URI,
    sessionSecret: env.SESSION_SECRET,
    publicUrl: env.PUBLIC_URL ? new URL(env.PUBLIC_URL) : undefined,
    trustProxy: env.TRUST_PROXY,
    allowedHosts: env.ALLOWED_HOSTS,
    metricsToken: env.METRICS_TOKEN,
    outgoingNetworks: env.OUTGOING_NETWORKS,
    tmdbAccessToken: env.TMDB_ACCESS_TOKEN,
    tmdbApiKey: env.TMDB_API_KEY,
    tmdbBaseUrl: new URL(env.TMDB_BASE_URL),
    omdbApiKey: env.OMDB_API_KEY,
    omdbBaseUrl: new URL(env.OMDB_BASE_URL),
    seerr: seerrOf(env),
    oidc,
    hasLocalAccounts: env.LOCAL_ACCOUNTS,
    registration: env.REGISTRATION,
    ai: modelOf(env),
    mail: mailOf(env),
    rateLimit: env.RATE_LIMIT,
    logLevel: env.LOG_LEVEL,
    isProduction: env.NODE_ENV === 'production',
  };
}

function oidcOf(env: z.output<typeof schema>): OidcConfig | null {
  const { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: clientId, OIDC_CLIENT_SECRET: clientSecret } = env;
  if (issuer && clientId) return { issuer, clientId, clientSecret };
  if (issuer) throw new ConfigError('Bad configuration: OIDC_CLIENT_ID is required with OIDC_ISSUER');
  if (clientId) throw new ConfigError('Bad configuration: OIDC_ISSUER is required with OIDC_CLIENT_ID');
  return null;
}

function seerrOf({ SEERR_URL: url, SEERR_API_KEY: apiKey }: z.output<typeof schema>): Config['seerr'] {
  if (url && apiKey) return { baseUrl: new URL(url), apiKey };
  if (url) throw new ConfigError('Bad configuration: SEERR_API_KEY is required with SEERR_URL');
  if (apiKey) throw new ConfigError('Bad configuration: SEERR_URL is required with SEERR_API_KEY');
  return null;
}

function mailOf(env: z.output<typeof schema>): Config['mail'] {
  if (!env.SMTP_URL) return null;
  if (!env.MAIL_FROM) throw new ConfigError('Bad configuration: MAIL_FROM is required with SMTP_URL');
  // Mail leads to pages of this server, and a request may name any host.
  if (!env.PUBLIC_URL) throw new ConfigError('Bad configuration: PUBLIC_URL is required with SMTP_URL');
  return { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM };
}

function modelOf(env: z.output<typeof schema>): Config['ai'] {
  if (!env.AI_BASE_URL) return null;
  if (!env.AI_MODEL) throw new ConfigError('Bad configuration: AI_MODEL is required with AI_BASE_URL');
  return { baseUrl: new URL(env.AI_BASE_URL), apiKey: env.AI_API_KEY, model: env.AI_MODEL };
}
