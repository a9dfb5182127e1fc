import { type Request, type Response, Router } from 'express';
import type { Config } from '../../../config.ts';
import { addressOf } from '../../../platform/http/address.ts';
import { forbidden, invalid, notFound, Problem } from '../../../platform/http/errors.ts';
import { originOf } from '../../../platform/http/origin.ts';
import type { Limits } from '../../../platform/limits/limits.ts';
import type { SignIn } from '../account.service.ts';
import { localPath } from '../returnTo.ts';
import type { SignInForms } from '../signInForms.ts';
import { type Flow, type Flows, OIDC_PATH } from './oidc.flow.ts';
import { connect, takePicture, welcome } from './oidc.service.ts';
import { EXPIRED, type Issuer, type Visitor } from './oidc.ts';

/** The configured single sign-on service. */
export interface SingleSignOn {
  /** The address of the issuer. */
  address: URL;
  issuer: Issuer;
  flows: Flows;
}

export interface OidcParts {
  config: Pick<Config, 'publicUrl' | 'hasLocalAccounts'>;
  singleSignOn: SingleSignOn | null;
  limits: Limits;
  forms: SignInForms;
  signIn: SignIn;
}

/** Redirects the browser to the issuer and handles the callback. */
export function oidcRouter(parts: OidcParts): Router {
  const { config, singleSignOn, forms } = parts;
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
      flows.keep(req, res, { ...challenge, returnTo });
      res.redirect(url.href);
    } catch (error) {
      await showFailure(forms, req, res, error, { returnTo });
    }
  });

  router.get(`${OIDC_PATH}/callback`, async (req, res) => {
    const { flows } = required(singleSignOn);
    const query = new URL(req.originalUrl, 'http://localhost').searchParams;
    const flow = flows.take(req, res, query.get('state') ?? '');
    // A repeated callback, for example by the back button: the sign-in is complete already.
    if (!flow && req.session.userId) {
      res.redirect('/');
      return;
    }
    try {
      if (!flow) throw invalid([{ path: 'state', message: EXPIRED }]);
      await finish(parts, req, flow, query);
      res.redirect(flow.returnTo);
    } catch (error) {
      await showFailure(forms, req, res, error, {
        returnTo: flow?.returnTo ?? '/',
        isMember: flow?.userId !== undefined,
      });
    }
  });

  return router;
}

async function finish(parts: OidcParts, req: Request, flow: Flow, query: URLSearchParams): Promise<void> {
  const { config, singleSignOn, signIn } = parts;
  const { userId, credentialsRev = 0 } = flow;
  // The flow was started by a user who has signed out since.
  if (userId !== undefined && userId !== req.session.userId) throw forbidden('You are no longer signed in');
  const visitor = await identify(parts, req, flow, query);
  if (userId !== undefined) {
    await connect(userId, { id: req.sessionID, credentialsRev }, visitor.subject);
    return;
  }
  const { verified, picture } = await welcome(visitor, config.hasLocalAccounts);
  if (picture) await takePicture(verified.user.id, picture, required(singleSignOn).address);
  // Another tab may have just signed in as the same user. A new session would end that one.
  if (req.session.userId !== verified.user.id) await signIn(req, verified);
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
    isRefused = error instanceof Problem && error.code === 'validation';
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
