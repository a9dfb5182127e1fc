import express, { type Request, type RequestHandler, type Response, Router } from 'express';
import type { z } from 'zod';
import { emailBody } from '../../../common/schemas/forms.ts';
import { confirmEmailBody, resetPasswordBody } from '../../../common/schemas/user.ts';
import type { Config } from '../../config/config.ts';
import {
  confirmEmailByLink,
  isResetLinkValid,
  type MailParts,
  resetPasswordByLink,
  sendResetLink,
} from '../../features/account/mail/mail.service.ts';
import { invalid, issuesOf, type Problem } from '../../platform/http/errors.ts';
import { requireSameOrigin } from '../../platform/http/origin.ts';
import { toProblem } from '../../platform/requests/errorHandler.ts';
import { escapeHtml } from '../page.ts';
import { cardPage } from '../sign-in/card.page.ts';

const formParser: RequestHandler = express.urlencoded({ extended: false, limit: 10_000 });

interface Card {
  title: string;
  lead: string;
  /** HTML, escaped. */
  card: string;
}

/** The pages that links in mails lead to, and the one that asks for such a mail. They work without JavaScript. */
export function mailPages(parts: MailParts & { config: Config }): Router {
  const router = Router();
  const guarded = [formParser, requireSameOrigin(parts.config)];

  router.get('/forgot-password', (_req, res) => send(res, forgotten()));
  router.post('/forgot-password', ...guarded, (req, res) =>
    answer(res, forgotten, async () => {
      const { email } = parse(emailBody, req);
      await sendResetLink(parts, req, email);
      return sent;
    }),
  );

  router.get('/reset-password', async (req, res) => {
    const token = tokenOf(req);
    send(res, (await isResetLinkValid(token)) ? newPassword(token) : over);
  });
  router.post('/reset-password', ...guarded, (req, res) =>
    answer(
      res,
      (problem) => (problem.code === 'not_found' ? over : newPassword(String(req.body?.token ?? ''), problem)),
      async () => {
        await resetPasswordByLink(parts, req, parse(resetPasswordBody, req));
        return changed;
      },
    ),
  );

  router.get('/confirm-email', (req, res) => send(res, confirm(tokenOf(req))));
  router.post('/confirm-email', ...guarded, (req, res) =>
    answer(
      res,
      () => over,
      async () => {
        await confirmEmailByLink(req, parse(confirmEmailBody, req).token);
        return confirmed;
      },
    ),
  );

  return router;
}

const tokenOf = ({ query }: Request) => (typeof query.token === 'string' ? query.token : '');

function parse<S extends z.ZodType>(schema: S, req: Request): z.output<S> {
  const body = schema.safeParse(req.body ?? {});
  if (!body.success) throw invalid(issuesOf(body.error));
  return body.data;
}

async function answer(res: Response, again: (problem: Problem) => Card, work: () => Promise<Card>): Promise<void> {
  try {
    send(res, await work());
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    if (problem.retryAfterSeconds) res.set('Retry-After', String(problem.retryAfterSeconds));
    res.status(problem.status);
    send(res, again(problem));
  }
}

function send(res: Response, { title, lead, card }: Card): void {
  // The address has a token, which no other site gets.
  res.set({ 'Cache-Control': 'no-store', 'Referrer-Policy': 'same-origin' });
  res.type('html').send(cardPage({ title, heading: title, lead, card, posters: [], scripts: ['/signInForm.js'] }));
}

const BACK = '<a class="button second" href="/api/login">Back to sign in</a>';

const alertHtml = (problem: Problem | undefined) =>
  problem ? `<p class="problem" role="alert">${escapeHtml(problem.message)}</p>` : '';

const forgotten = (problem?: Problem): Card => ({
  title: 'Forgot your password?',
  lead: 'We send you a link with which you choose a new one.',
  card: `${alertHtml(problem)}
<form method="post" action="/forgot-password">
<label for="email">Email</label>
<input id="email" name="email" type="email" autocomplete="username" required maxlength="254" autofocus>
<button type="submit">Send the link</button>
</form>
${BACK}`,
});

const sent: Card = {
  title: 'Look into your mail',
  lead: 'If this address has an account with a password, a link is on its way. It can be used once, within an hour.',
  card: BACK,
};

const newPassword = (token: string, problem?: Problem): Card => ({
  title: 'Choose a new password',
  lead: 'You are then signed out everywhere, and sign in with the new one.',
  card: `${alertHtml(problem)}
<form method="post" action="/reset-password">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<label for="newPassword">New password</label>
<div class="secret"><input id="newPassword" name="newPassword" type="password" autocomplete="new-password" required minlength="10" maxlength="128" aria-describedby="newPassword-note" autofocus><button class="reveal" type="button" aria-controls="newPassword" title="Show password" hidden>Show</button></div>
<p class="hint" id="newPassword-note">At least 10 characters</p>
<button type="submit">Save the password</button>
</form>`,
});

const changed: Card = {
  title: 'Your password is changed',
  lead: 'Sign in with the new one.',
  card: '<a class="button" href="/api/login">Sign in</a>',
};

const confirm = (token: string): Card => ({
  title: 'Is this your address?',
  lead: 'Confirm it to get mail from Marquee.',
  card: `<form method="post" action="/confirm-email">
<input type="hidden" name="token" value="${escapeHtml(token)}">
<button type="submit">Confirm my address</button>
</form>`,
});

const confirmed: Card = {
  title: 'Your address is confirmed',
  lead: 'You can now get a daily mail, if you want one.',
  card: '<a class="button" href="/account#notifications">Notification settings</a>',
};

const over: Card = {
  title: 'This link is not valid any more',
  lead: 'It was used already, or too much time has passed. Ask for a new one.',
  card: `<a class="button" href="/forgot-password">Get a new link</a>\n${BACK}`,
};
