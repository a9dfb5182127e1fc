import { type Request, type Response, Router } from 'express';
import type { Config } from '../../config.ts';
import { forbidden, invalid, notFound, Problem } from '../../platform/errors.ts';
import { addressOf, type Limits } from '../../platform/limits.ts';
import { connectSubject } from '../users/key.service.ts';
import { signInTo } from './account.service.ts';
import { type Flow, type Flows, OIDC_PATH } from './oidc.flow.ts';
import { takePicture, welcome } from './oidc.service.ts';
import { EXPIRED, type Issuer, type Visitor } from './oidc.ts';
import { localPath, type SignInForms } from './sign-in.forms.ts';

/** What single sign-on needs on this node. */
export interface SingleSignOn {
  /** The issuer's own. */
  address: URL;
  issuer: Issuer;
  flows: Flows;
}

export interface OidcParts {
  config: Pick<Config, 'publicUrl' | 'hasLocalAccounts'>;
  singleSignOn: SingleSignOn | null;
  limits: Limits;
  forms: SignInForms;
}

/** The way to the issuer and back from it, as a browser walks it. */
export function oidcRouter({ config, singleSignOn, limits, forms }: OidcParts): Router {
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
      await tell(req, res, error, { returnTo });
    }
  });

  router.get(`${OIDC_PATH}/callback`, async (req, res) => {
    const { flows } = required(singleSignOn);
    const query = new URL(req.originalUrl, 'http://localhost').searchParams;
    const flow = flows.take(req, res, query.get('state') ?? '');
    // Led back a second time, as by the browser's own way back: there is nothing left to do.
    if (!flow && req.session.userId) {
      res.redirect('/');
      return;
    }
    try {
      if (!flow) throw invalid([{ path: 'state', message: EXPIRED }]);
      await finish(req, flow, query);
      res.redirect(flow.returnTo);
    } catch (error) {
      await tell(req, res, error, { returnTo: flow?.returnTo ?? '/', isMember: flow?.userId !== undefined });
    }
  });

  async function finish(req: Request, flow: Flow, query: URLSearchParams): Promise<void> {
    const { userId } = flow;
    // Begun by somebody who has left since: whoever is here now has not asked for it.
    if (userId !== undefined && userId !== req.session.userId) throw forbidden('You are no longer signed in');
    const visitor = await recognise(req, flow, query);
    if (userId !== undefined) {
      await connectSubject(userId, visitor.subject);
      return;
    }
    const { user, picture } = await welcome(visitor, config.hasLocalAccounts);
    if (picture) await takePicture(user.id, picture, required(singleSignOn).address);
    // Another tab has just come back as the same person: a new session would end that one's.
    if (req.session.userId !== user.id) await signInTo(req, user.id);
  }

  /** Codes that are tried and refused count as wrong passwords do. */
  async function recognise(req: Request, flow: Flow, query: URLSearchParams): Promise<Visitor> {
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

  async function tell(
    req: Request,
    res: Response,
    error: unknown,
    page: { returnTo: string; isMember?: boolean },
  ): Promise<void> {
    if (req.accepts(['html', 'json']) === 'json') throw error;
    await forms.showFailure(res, error, page);
  }

  return router;
}

export function required(singleSignOn: SingleSignOn | null): SingleSignOn {
  if (!singleSignOn) throw notFound('Single sign-on is not set up here');
  return singleSignOn;
}

/** Where the issuer is to lead back: at the site's own address, as it is registered there. */
export function callbackOf(req: Request, { publicUrl }: Pick<Config, 'publicUrl'>): string {
  return `${publicUrl?.origin ?? `${req.protocol}://${req.host}`}${OIDC_PATH}/callback`;
}
