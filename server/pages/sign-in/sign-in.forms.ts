import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import type { User } from '../../../common/schemas/user.ts';
import type { Config } from '../../config.ts';
import type { SignIn } from '../../features/account/account.service.ts';
import { localPath } from '../../features/account/returnTo.ts';
import type { SignInForms, SignInPage, SignInPageOptions } from '../../features/account/signInForms.ts';
import type { TitleSource } from '../../features/titles/title.source.ts';
import type { VerifiedUser } from '../../features/users/credentials.service.ts';
import { findMalformedText } from '../../platform/database/text.ts';
import { toProblem } from '../../platform/http/errorHandler.ts';
import { forbidden, invalid, issuesOf, type Problem } from '../../platform/http/errors.ts';
import { runJsonParser } from '../../platform/http/jsonBody.ts';
import { log } from '../../platform/log.ts';
import { signInPage } from './sign-in.page.ts';
import { signOutPage } from './sign-out.page.ts';

/** Enough for the widest window. */
const POSTERS = 80;

const NO_PASSWORDS = 'Here people sign in by single sign-on alone';

const formParser: RequestHandler = express.urlencoded({ extended: false, limit: 10_000 });

function isForm(req: Request): boolean {
  return Boolean(req.is('application/x-www-form-urlencoded'));
}

/** The sign-in page, and the two endpoints that its forms share with JSON clients. */
export function createSignInForms(
  titles: TitleSource,
  { oidc, hasLocalAccounts }: Pick<Config, 'oidc' | 'hasLocalAccounts'>,
  signIn: SignIn,
): SignInForms {
  const ways = { hasForms: hasLocalAccounts, hasSingleSignOn: oidc !== null };

  async function show(res: Response, page: SignInPageOptions): Promise<void> {
    const posters = await wallOf(titles);
    send(res, signInPage({ form: 'login', fields: {}, isMember: false, ...ways, ...page, posters }));
  }

  async function run<S extends z.ZodType>(
    schema: S,
    work: (body: z.output<S>, req: Request) => Promise<VerifiedUser>,
    req: Request,
  ): Promise<User> {
    const verified = await work(parseFields(schema, req), req);
    await signIn(req, verified);
    return verified.user;
  }

  return {
    show,
    async showSignOut(res) {
      send(res, signOutPage(await wallOf(titles)));
    },
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
          const shown = asksForNewPassword(req, problem) ? 'renew' : form;
          await show(res, { returnTo: localPath(req.body?.returnTo), form: shown, fields: keptFields(req), problem });
        }
      },
    ],
  };
}

/** True if a temporary password was sent, or if the form that replaces one has errors. */
function asksForNewPassword(req: Request, { code }: Problem): boolean {
  return code === 'password_change_required' || (code !== 'conflict' && req.body?.newPassword !== undefined);
}

function send(res: Response, html: string): void {
  res.set('Cache-Control', 'no-store').type('html').send(html);
}

/** Drawn posters for the wall. Without them the page is shown with a plain background. */
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
    log.warn({ err: error }, 'the posters of the sign-in page could not be read');
    return [];
  }
}

function parseFields<S extends z.ZodType>(schema: S, req: Request): z.output<S> {
  const body = schema.safeParse(req.body ?? {});
  const malformed = findMalformedText(req.body);
  if (!body.success || malformed) {
    throw invalid([...(body.error ? issuesOf(body.error) : []), ...(malformed ? [malformed] : [])]);
  }
  return body.data;
}

function prepareAgain(res: Response, problem: Problem): void {
  if (problem.retryAfterSeconds) res.set('Retry-After', String(problem.retryAfterSeconds));
  res.status(problem.status);
}

/** What the visitor typed, to fill the form again. Never contains the password. */
function keptFields(req: Request): SignInPage['fields'] {
  return Object.fromEntries(['email', 'firstName', 'lastName'].map((name) => [name, String(req.body?.[name] ?? '')]));
}
