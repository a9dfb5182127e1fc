import { type Request, type Response, Router } from 'express';
import { z } from 'zod';
import { textSchema } from '../../../../common/schemas/primitives.ts';
import type { Config } from '../../../config/config.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { conflict, forbidden, invalid, isProblem, notFound } from '../../../platform/http/errors.ts';
import { originOf } from '../../../platform/http/origin.ts';
import type { Instance } from '../../../platform/instance/instance.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import { recordSecurityEvent } from '../../../platform/securityLog/securityLog.ts';
import { noteFreshSignIn, ownSessionOf } from '../../../platform/session/session.ts';
import type { Tickets } from '../../../platform/vault.ts';
import type { VerifiedUser } from '../../users/credentials.service.ts';
import { findUserBySubject } from '../../users/signInMethods.service.ts';
import type { SignIn } from '../account.service.ts';
import type { KeepDevice } from '../keepDevice.ts';
import { invitationIn, joinedPath, localPath } from '../returnTo.ts';
import type { SignInForms } from '../signInForms.ts';
import { type Flow, type Flows, OIDC_PATH } from './oidc.flow.ts';
import { connect, findArrival, type SignOnReturn, takePicture, visitorOf, welcome } from './oidc.service.ts';
import { EXPIRED, type Issuer, type Visitor } from './oidc.ts';

const METHOD = 'Single sign-on';
const OTHER_ACCOUNT = 'You signed in with another account there. Nothing has changed.';

/** The configured single sign-on service. */
export interface SingleSignOn {
  /** The address of the issuer. */
  address: URL;
  issuer: Issuer;
  flows: Flows;
  /** Between the issuer and the setup code. */
  arrivals: Tickets<SignOnReturn>;
}

const setupBody = z.object({ ticket: textSchema.max(6000), setupCode: textSchema.max(40).default('') });

export interface OidcParts {
  config: Pick<Config, 'publicUrl' | 'hasLocalAccounts'>;
  singleSignOn: SingleSignOn | null;
  limits: Limits;
  forms: SignInForms;
  signIn: SignIn;
  keepDevice: KeepDevice;
  instance: Instance;
}

/** Redirects the browser to the issuer, handles the callback, and takes the setup code for the first account. */
export function oidcRouter(parts: OidcParts): Router {
  const { config, singleSignOn, limits, forms } = parts;
  const router = Router();

  router.get(OIDC_PATH, async (req, res) => {
    const { issuer, flows } = required(singleSignOn);
    const returnTo = localPath(req.query.returnTo);
    if (req.session.userId) {
      res.redirect(returnTo);
      return;
    }
    try {
      const { url, challenge } = await issuer.begin(callbackOf(req, config));
      flows.keep(res, { ...challenge, returnTo });
      res.redirect(url.href);
    } catch (error) {
      await showFailure(forms, req, res, error, { returnTo });
    }
  });

  router.get(`${OIDC_PATH}/callback`, async (req, res) => {
    const { flows } = required(singleSignOn);
    const query = new URL(req.originalUrl, 'http://localhost').searchParams;
    const flow = await flows.take(res, query.get('state'));
    // A repeated callback, for example by the back button: the sign-in is complete already.
    if (!flow && req.session.userId) {
      res.redirect('/');
      return;
    }
    try {
      if (!flow) throw invalid([{ path: 'state', message: EXPIRED }]);
      const outcome = await finish(parts, req, flow, query);
      if (outcome.ticket === undefined) res.redirect(outcome.leadsTo ?? flow.returnTo);
      else await forms.show(res, { returnTo: flow.returnTo, form: 'setup', ticket: outcome.ticket });
    } catch (error) {
      await showFailure(forms, req, res, error, {
        returnTo: flow?.returnTo ?? '/',
        isMember: flow?.userId !== undefined,
      });
    }
  });

  router.post(
    `${OIDC_PATH}/setup`,
    ...forms.answer('setup', 201, setupBody, async ({ ticket, setupCode }, req) => {
      await limits.registrationPerAddress.take(addressOf(req));
      const arrival = required(singleSignOn).arrivals.read(ticket);
      if (!arrival) throw conflict('conflict', EXPIRED);
      return { ...(await admit(parts, req, visitorOf(arrival), { setupCode })), by: METHOD };
    }),
  );

  return router;
}

/** Where a finished sign-in leads, unless to the screen that was asked for. With a ticket, the setup code is needed first. */
interface Outcome {
  leadsTo?: string;
  ticket?: string;
}

async function finish(parts: OidcParts, req: Request, flow: Flow, query: URLSearchParams): Promise<Outcome> {
  const { singleSignOn, signIn, keepDevice, instance } = parts;
  const { userId, credentialsRev = 0 } = flow;
  // The flow was started by a user who has signed out since.
  if (userId !== undefined && userId !== req.session.userId) throw forbidden('You are no longer signed in');
  const visitor = await identify(parts, req, flow, query);
  if (userId !== undefined && flow.isFresh) {
    if ((await findUserBySubject(visitor.subject))?.user.id !== userId) throw forbidden(OTHER_ACCOUNT);
    await noteFreshSignIn(req);
    await recordSecurityEvent(req, { type: 'fresh-sign-in', userId });
    return {};
  }
  if (userId !== undefined) {
    await connect(userId, { ...ownSessionOf(req), credentialsRev }, visitor.subject);
    await keepDevice(req, userId);
    await recordSecurityEvent(req, { type: 'single-sign-on-connected', userId });
    return {};
  }
  const arrival = await findArrival(visitor, { instance, neededCode: instance.neededSetupCode(req) });
  if (arrival) return { ticket: required(singleSignOn).arrivals.issue(arrival) };
  const { isNew, leadsTo, ...verified } = await admit(parts, req, visitor, { returnTo: flow.returnTo });
  // Another tab may have just signed in as the same user. A new session would end that one.
  if (req.session.userId !== verified.user.id) await signIn(req, verified, { isFirst: isNew, by: METHOD });
  return leadsTo === undefined ? {} : { leadsTo };
}

/** The account of a visitor, with the list that a new user has entered by an invitation. */
async function admit(
  { config, singleSignOn, instance }: OidcParts,
  req: Request,
  visitor: Visitor,
  { returnTo, setupCode }: { returnTo?: string; setupCode?: string },
): Promise<VerifiedUser & { isNew: boolean; leadsTo?: string }> {
  const { verified, isNew, picture } = await welcome(visitor, config.hasLocalAccounts, {
    invitation: returnTo === undefined ? undefined : invitationIn(returnTo),
    setupCode,
    neededCode: instance.neededSetupCode(req),
    instance,
  });
  if (isNew) await recordSecurityEvent(req, { type: 'account-created', userId: verified.user.id });
  if (picture) await takePicture(verified.user.id, picture, required(singleSignOn).address);
  const { user, credentialsRev, folderId } = verified;
  return { user, credentialsRev, isNew, ...(folderId && { leadsTo: joinedPath(folderId) }) };
}

/** Asks the issuer who signed in. Refused codes count against the limit of sign-ins, as wrong passwords do. */
async function identify(parts: OidcParts, req: Request, flow: Flow, query: URLSearchParams): Promise<Visitor> {
  const { singleSignOn, limits } = parts;
  const address = addressOf(req);
  await limits.signInPerAddress.take(address);
  let isRefused = false;
  try {
    return await required(singleSignOn).issuer.finish(query, flow);
  } catch (error) {
    isRefused = isProblem(error, 'validation');
    throw error;
  } finally {
    if (!isRefused) await limits.signInPerAddress.giveBack(address);
  }
}

async function showFailure(
  forms: OidcParts['forms'],
  req: Request,
  res: Response,
  error: unknown,
  page: { returnTo: string; isMember?: boolean },
): Promise<void> {
  if (req.accepts(['html', 'json']) === 'json') throw error;
  await forms.showFailure(res, error, page);
}

export function required(singleSignOn: SingleSignOn | null): SingleSignOn {
  if (!singleSignOn) throw notFound('Single sign-on is not set up here');
  return singleSignOn;
}

/** The callback URL on this site, as registered with the issuer. */
export function callbackOf(req: Request, config: Pick<Config, 'publicUrl'>): string {
  return `${originOf(req, config)}${OIDC_PATH}/callback`;
}
