import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { z } from 'zod';
import { accountApi } from '../../../common/api.ts';
import { loginBody, registerBody, type User } from '../../../common/user.ts';
import { toProblem } from '../../platform/errorHandler.ts';
import { invalid, type Problem, unauthorized } from '../../platform/errors.ts';
import { runJsonParser } from '../../platform/jsonBody.ts';
import { addressOf, type Limits } from '../../platform/limits.ts';
import { writeSessionEnded } from '../../platform/outbox.ts';
import { serve } from '../../platform/request.ts';
import { beginSession, endSession, SESSION_COOKIE } from '../../platform/session.ts';
import { findUser, findUserByPassword } from '../users/user.service.ts';
import { register } from './account.service.ts';
import { signInPage } from './sign-in.page.ts';

const WRONG = 'Wrong email address or password';

/** Signing up, in and out, as JSON calls and as plain forms. */
export function accountRouter(limits: Limits): Router {
  const router = Router();

  serve(router, accountApi.currentUser, async (_input, { userId }) => {
    const user = await findUser(userId);
    if (!user) throw unauthorized();
    return user;
  });

  router.post(
    accountApi.register.path,
    formParser,
    answerBoth('register', 201, registerBody, async (body, req) => {
      await limits.registrationPerAddress.take(addressOf(req));
      return register(body);
    }),
  );

  router.post(
    accountApi.login.path,
    formParser,
    answerBoth('login', 200, loginBody, async ({ email, password }, req) => {
      // The right password waits too, else the limit would tell a guesser when to stop.
      await limits.signInPerAccount.check(email);
      await limits.signInPerAddress.check(addressOf(req));
      const user = await findUserByPassword(email, password);
      if (user) return user;
      await Promise.all([limits.signInPerAccount.take(email), limits.signInPerAddress.take(addressOf(req))]);
      throw unauthorized(WRONG);
    }),
  );

  router.get('/api/login', (req, res) => {
    const returnTo = localPath(req.query.returnTo);
    if (req.session.userId) res.redirect(returnTo);
    else
      res
        .set('Cache-Control', 'no-store')
        .type('html')
        .send(signInPage({ returnTo, form: 'login', fields: {} }));
  });

  router.get('/api/logout', async (req, res) => {
    const ended = await endSession(req);
    if (ended) await writeSessionEnded(ended.userId, ended.sessionId);
    res.clearCookie(SESSION_COOKIE).redirect('/');
  });

  return router;
}

const formParser: RequestHandler = express.urlencoded({ extended: false, limit: 10_000 });

function isForm(req: Request): boolean {
  return req.is('application/x-www-form-urlencoded') !== false && req.is('application/x-www-form-urlencoded') !== null;
}

/** JSON in: the user, or the error body. Form in: onward to where the visitor wanted, or the page again with the error. */
function answerBoth<S extends z.ZodType>(
  form: 'login' | 'register',
  status: number,
  schema: S,
  work: (body: z.output<S>, req: Request) => Promise<User>,
): RequestHandler {
  return async (req, res) => {
    if (!isForm(req)) {
      const read = await runJsonParser(req);
      if (!read.ok) throw read.error;
      const user = await run(schema, work, req);
      res.status(status).json(user);
      return;
    }
    try {
      await run(schema, work, req);
      res.redirect(303, localPath(req.body?.returnTo));
    } catch (error) {
      const problem = toProblem(error);
      if (!problem) throw error;
      sendPageAgain(res, req, form, problem);
    }
  };
}

async function run<S extends z.ZodType>(
  schema: S,
  work: (body: z.output<S>, req: Request) => Promise<User>,
  req: Request,
): Promise<User> {
  const body = schema.safeParse(req.body ?? {});
  if (!body.success) {
    throw invalid(body.error.issues.map((issue) => ({ path: issue.path.join('.'), message: issue.message })));
  }
  const user = await work(body.data, req);
  await beginSession(req, user.id);
  return user;
}

function sendPageAgain(res: Response, req: Request, form: 'login' | 'register', problem: Problem): void {
  const fields = Object.fromEntries(
    ['email', 'firstName', 'lastName'].map((name) => [name, String(req.body?.[name] ?? '')]),
  );
  if (problem.retryAfterSeconds) res.set('Retry-After', String(problem.retryAfterSeconds));
  res
    .status(problem.status)
    .set('Cache-Control', 'no-store')
    .type('html')
    .send(signInPage({ returnTo: localPath(req.body?.returnTo), form, fields, problem }));
}

/** A path on this site, or `/`: a link in a mail must not lead on to another site. */
export function localPath(value: unknown): string {
  if (typeof value !== 'string' || !value.startsWith('/') || !URL.canParse(value, 'http://localhost')) return '/';
  const url = new URL(value, 'http://localhost');
  return url.origin === 'http://localhost' && !url.pathname.startsWith('//')
    ? `${url.pathname}${url.search}${url.hash}`
    : '/';
}
