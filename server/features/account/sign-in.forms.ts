import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import type { User } from '../../../common/user.ts';
import type { Config } from '../../config.ts';
import { toProblem } from '../../platform/errorHandler.ts';
import { forbidden, invalid, issuesOf, type Problem } from '../../platform/errors.ts';
import { runJsonParser } from '../../platform/jsonBody.ts';
import { log } from '../../platform/log.ts';
import { findMalformedText } from '../../platform/text.ts';
import type { TitleSource } from '../titles/title.source.ts';
import { signInTo } from './account.service.ts';
import { type SignInPage, signInPage } from './sign-in.page.ts';

type FormName = SignInPage['form'];
type Page = Pick<SignInPage, 'returnTo'> &
  Partial<Pick<SignInPage, 'form' | 'fields' | 'problem' | 'failure' | 'isMember'>>;

export interface SignInForms {
  show(res: Response, page: Page): Promise<void>;
  /** The page in place of what went wrong on the way to it. Throws what nobody expected. */
  showFailure(res: Response, error: unknown, page: Page): Promise<void>;
  /** JSON in: the user, or the error body. Form in: onward to where the visitor wanted, or the page again with the error. */
  answer<S extends z.ZodType>(
    form: FormName,
    status: number,
    schema: S,
    work: (body: z.output<S>, req: Request) => Promise<User>,
  ): RequestHandler[];
}

/** Enough to fill the widest window. */
const POSTERS = 80;

const NO_PASSWORDS = 'Here people sign in by single sign-on alone';

const formParser: RequestHandler = express.urlencoded({ extended: false, limit: 10_000 });

function isForm(req: Request): boolean {
  return Boolean(req.is('application/x-www-form-urlencoded'));
}

/** The sign-in page and the two calls that its forms share with JSON clients. */
export function createSignInForms(
  titles: TitleSource,
  { oidc, hasLocalAccounts }: Pick<Config, 'oidc' | 'hasLocalAccounts'>,
): SignInForms {
  const ways = { hasForms: hasLocalAccounts, hasSingleSignOn: oidc !== null };

  async function show(res: Response, page: Page): Promise<void> {
    const posters = await wallOf(titles);
    res
      .set('Cache-Control', 'no-store')
      .type('html')
      .send(signInPage({ form: 'login', fields: {}, isMember: false, ...ways, ...page, posters }));
  }

  return {
    show,
    async showFailure(res, error, page) {
      const failure = toProblem(error);
      if (!failure) throw error;
      prepareAgain(res, failure);
      await show(res, { ...page, failure });
    },
    answer: (form, status, schema, work) => [
      formParser,
      async (req, res) => {
        if (!isForm(req)) {
          if (!hasLocalAccounts) throw forbidden(NO_PASSWORDS);
          const read = await runJsonParser(req);
          if (!read.ok) throw read.error;
          res.status(status).json(await run(schema, work, req));
          return;
        }
        try {
          if (!hasLocalAccounts) throw forbidden(NO_PASSWORDS);
          await run(schema, work, req);
          res.redirect(303, localPath(req.body?.returnTo));
        } catch (error) {
          const problem = toProblem(error);
          if (!problem) throw error;
          prepareAgain(res, problem);
          await show(res, { returnTo: localPath(req.body?.returnTo), form, fields: keptFields(req), problem });
        }
      },
    ],
  };
}

/** Drawn posters for the wall; a page to sign in on must come up with or without them. */
async function wallOf(titles: TitleSource): Promise<string[]> {
  try {
    const pages = await Promise.all(
      [1, 2].flatMap((page) => [titles.popular('movie', page), titles.popular('tv', page)]),
    );
    const paths = pages.flatMap(({ results }) => results.map((title) => title.poster_path));
    return paths
      .filter((path) => path?.startsWith('/api/art/'))
      .map((path) => `${path}?size=w154`)
      .slice(0, POSTERS);
  } catch (error) {
    log.warn({ err: error }, 'the sign-in page goes without posters');
    return [];
  }
}

async function run<S extends z.ZodType>(
  schema: S,
  work: (body: z.output<S>, req: Request) => Promise<User>,
  req: Request,
): Promise<User> {
  const body = schema.safeParse(req.body ?? {});
  const malformed = findMalformedText(req.body);
  if (!body.success || malformed) {
    throw invalid([...(body.error ? issuesOf(body.error) : []), ...(malformed ? [malformed] : [])]);
  }
  const user = await work(body.data, req);
  await signInTo(req, user.id);
  return user;
}

function prepareAgain(res: Response, problem: Problem): void {
  if (problem.retryAfterSeconds) res.set('Retry-After', String(problem.retryAfterSeconds));
  res.status(problem.status);
}

/** What the visitor typed, for the form that comes again; never the password. */
function keptFields(req: Request): SignInPage['fields'] {
  return Object.fromEntries(['email', 'firstName', 'lastName'].map((name) => [name, String(req.body?.[name] ?? '')]));
}

/** A path on this site, or `/`: a link in a mail must not lead on to another site. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, 'http://localhost')) return '/';
  const url = new URL(value, 'http://localhost');
  return url.origin === 'http://localhost' && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/';
}

/** The screen that sent its visitor to sign in, to lead back to: the address of the page alone does not name it. */
export function screenBefore(req: Pick<Request, 'get' | 'host'>): string {
  const referrer = req.get('Referer');
  if (!referrer || !URL.canParse(referrer)) return '/';
  const { host, pathname, search } = new URL(referrer);
  return host === req.host && !pathname.startsWith('/api/') ? localPath(`${pathname}${search}`) : '/';
}
