import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { KeyService, Registration } from '../../../common/schemas/instance.ts';
import type { Problem } from '../../platform/http/errors.ts';
import type { VerifiedUser } from '../users/credentials.service.ts';

/** An invitation link with which the visitor can create an account. */
interface Invitation {
  token: string;
  listName: string | null;
}

export interface SignInPage {
  returnTo: string;
  /**
   * The form that was sent or is shown first. `renew` replaces a temporary password, `code` is the second step, and `setup` asks
   * for the setup code after the first single sign-on; each is shown alone.
   */
  form: 'login' | 'register' | 'renew' | 'code' | 'setup';
  fields: Partial<Record<string, string>>;
  problem?: Problem;
  /** Of the step that is shown. */
  ticket?: string;
  /** Whether passkeys work at this address. */
  hasPasskeys: boolean;
  /** The error of single sign-on. */
  failure?: Problem;
  /** Whether accounts with a password and single sign-on are available. */
  hasForms: boolean;
  hasSingleSignOn: boolean;
  /** Whether a forgotten password can be replaced by mail. */
  sendsMail: boolean;
  /** For a signed-in user who wanted to connect single sign-on: the page shows a link back instead of forms. */
  isMember: boolean;
  /** What the operator calls this instance. */
  name: string;
  /** Who may create an account; `new` before the first one exists. */
  registration: Registration | 'new';
  /** Whether the first account needs the setup code, and may choose who comes after it. */
  needsSetupCode: boolean;
  choosesRegistration: boolean;
  /** The services whose keys the first account may enter: those that the environment does not set. */
  keysToAsk: readonly KeyService[];
  /** The invitation with which the visitor came, if it is valid. */
  invitation: Invitation | null;
  /** Paths of drawn posters for the background. */
  posters: readonly string[];
}

export type SignInPageOptions = Pick<SignInPage, 'returnTo'> &
  Partial<Pick<SignInPage, 'form' | 'fields' | 'problem' | 'ticket' | 'failure' | 'isMember'>>;

/** Who may sign in, how unless by a password, and the screen to which that leads in place of the one that was asked for. */
type Admitted = VerifiedUser & { by?: string; leadsTo?: string };

export interface SignInForms {
  show(res: Response, page: SignInPageOptions): Promise<void>;
  /** Shows the page that asks for confirmation before signing out. */
  showSignOut(res: Response): Promise<void>;
  /** Shows the page with an error of single sign-on. Rethrows unexpected errors. */
  showFailure(res: Response, error: unknown, page: SignInPageOptions): Promise<void>;
  /** For JSON: returns the user or the error body. For forms: redirects, or shows the page again with the error. */
  answer<S extends z.ZodType>(
    form: SignInPage['form'],
    status: number,
    schema: S,
    work: (body: z.output<S>, req: Request) => Promise<Admitted>,
  ): RequestHandler[];
}
