import express, { type Request, type RequestHandler, type Response } from 'express';
import type { z } from 'zod';
import type { ErrorCode } from '../../../common/errors.ts';
import type { Config } from '../../config/config.ts';
import type { SignIn } from '../../features/account/account.service.ts';
import { invitationIn, localPath } from '../../features/account/returnTo.ts';
import type { SignInForms, SignInPage, SignInPageOptions } from '../../features/account/signInForms.ts';
import { getOffer } from '../../features/folders/sharing/links/newcomer.service.ts';
import type { TitleSource } from '../../features/titles/title.source.ts';
import { findPasskeySite } from '../../features/users/passkeys/challenge.service.ts';
import { forbidden, invalid, issuesOf, Problem } from '../../platform/http/errors.ts';
import type { Instance } from '../../platform/instance/instance.ts';
import { log } from '../../platform/log.ts';
import { toProblem } from '../../platform/requests/errorHandler.ts';
import { runJsonParser } from '../../platform/requests/jsonBody.ts';
import { signOutPage } from './card.page.ts';
import { signInPage } from './sign-in.page.ts';

/** Enough for the widest window. */
const POSTERS = 80;

const NO_PASSWORDS = 'Here people sign in by single sign-on alone';

const formParser: RequestHandler = express.urlencoded({ extended: false, limit: 10_000 });

function isForm(req: Request): boolean {
  return Boolean(req.is('application/x-www-form-urlencoded'));
}

type SignInConfig = Pick<Config, 'oidc' | 'hasLocalAccounts' | 'publicUrl' | 'mail'>;

type InstanceFields =
  | 'name'
  | 'registration'
  | 'needsSetupCode'
  | 'choosesRegistration'
  | 'keysToAsk'
  | 'invitation'
  | 'hasForms'
  | 'hasSingleSignOn'
  | 'sendsMail'
  | 'hasPasskeys';

/** The sign-in page, and the two endpoints that its forms share with JSON clients. */
export function createSignInForms(
  titles: TitleSource,
  config: SignInConfig,
  signIn: SignIn,
  instance: Instance,
): SignInForms {
  const { hasLocalAccounts } = config;

  async function show(res: Response, page: SignInPageOptions): Promise<void> {
    const posters = await wallOf(titles);
    const state = await stateOf(res.req, page, instance, config);
    send(res, signInPage({ form: 'login', fields: {}, isMember: false, ...state, ...page, posters }));
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
        const admit = async () => {
          const admitted = await work(parseFields(schema, req), req);
          const isFirst = form === 'register' || form === 'setup';
          await signIn(req, admitted, { isFirst, ...(admitted.by && { by: admitted.by }) });
          return admitted;
        };
        const isOpen = hasLocalAccounts || form === 'setup';
        if (!isForm(req)) {
          if (!isOpen) throw forbidden(NO_PASSWORDS);
          const read = await runJsonParser(req);
          if (!read.ok) throw read.error;
          res.status(status).json((await admit()).user);
          return;
        }
        try {
          if (!isOpen) throw forbidden(NO_PASSWORDS);
          const { leadsTo } = await admit();
          res.redirect(303, leadsTo ?? localPath(req.body?.returnTo));
        } catch (error) {
          const problem = toProblem(error);
          if (!problem) throw error;
          prepareAgain(res, problem);
          const page = { returnTo: localPath(req.body?.returnTo), form: nextForm(form, req, problem) };
          // The error is of single sign-on, which begins again.
          const isOver = form === 'setup' && page.form !== 'setup';
          const step = isOver ? { failure: problem } : stepOf(req, problem);
          await show(res, { ...page, fields: keptFields(req), ...step });
        }
      },
    ],
  };
}

/** What the page shows of the instance. */
async function stateOf(
  req: Request,
  { returnTo }: SignInPageOptions,
  instance: Instance,
  config: SignInConfig,
): Promise<Pick<SignInPage, InstanceFields>> {
  const { name, registration, isRegistrationFixed, tmdbKey, omdbKey } = await instance.read();
  return {
    name,
    registration: (await instance.isNew()) ? 'new' : registration,
    needsSetupCode: instance.neededSetupCode(req) !== null,
    choosesRegistration: !isRegistrationFixed,
    keysToAsk: [
      ...(tmdbKey === 'environment' ? [] : ['tmdb' as const]),
      ...(omdbKey === 'environment' ? [] : ['omdb' as const]),
    ],
    invitation: await findInvitation(returnTo, instance),
    hasForms: config.hasLocalAccounts,
    hasSingleSignOn: config.oidc !== null,
    sendsMail: config.mail !== null,
    hasPasskeys: findPasskeySite(req, config) !== null,
  };
}

/** The invitation to whose screen the sign-in leads, if one can create an account with it. */
async function findInvitation(returnTo: string, instance: Instance): Promise<SignInPage['invitation']> {
  const token = invitationIn(returnTo);
  if (!token) return null;
  try {
    const { listName, admitsNewcomers } = await getOffer(token, await instance.read(), '');
    return admitsNewcomers ? { token, listName } : null;
  } catch (error) {
    if (error instanceof Problem) return null;
    throw error;
  }
}

/** True if a temporary password was sent, or if the form that replaces one has errors. */
function asksForNewPassword(req: Request, { code }: Problem): boolean {
  return code === 'password_change_required' || (code !== 'conflict' && req.body?.newPassword !== undefined);
}

/** The errors after which the setup code can be entered again. */
const canEnterAgain = new Set<ErrorCode>(['forbidden', 'validation', 'rate_limited']);

/** The form that an error leads to. */
function nextForm(sent: SignInPage['form'], req: Request, problem: Problem): SignInPage['form'] {
  if (problem.code === 'second_factor_required') return 'code';
  if (sent === 'setup') return canEnterAgain.has(problem.code) ? 'setup' : 'login';
  // The ticket has expired.
  if (sent === 'code') return problem.code === 'conflict' ? 'login' : 'code';
  return asksForNewPassword(req, problem) ? 'renew' : sent;
}

/** The error, unless it only asks for the next step, and the ticket of that step. */
function stepOf(req: Request, problem: Problem): Pick<SignInPageOptions, 'problem' | 'ticket'> {
  if (problem.ticket !== undefined) return { ticket: problem.ticket };
  return { problem, ...(typeof req.body?.ticket === 'string' && { ticket: req.body.ticket }) };
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
  if (!body.success) throw invalid(issuesOf(body.error));
  return body.data;
}

function prepareAgain(res: Response, problem: Problem): void {
  if (problem.retryAfterSeconds) res.set('Retry-After', String(problem.retryAfterSeconds));
  res.status(problem.status);
}

/** What the visitor typed, to fill the form again. Never contains the password or a key. */
function keptFields(req: Request): SignInPage['fields'] {
  return Object.fromEntries(
    ['email', 'firstName', 'lastName', 'setupCode', 'instanceName', 'registration', 'region', 'language'].map(
      (name) => [name, String(req.body?.[name] ?? '')],
    ),
  );
}
