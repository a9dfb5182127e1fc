import type { Request, RequestHandler, Response } from 'express';
import type { z } from 'zod';
import type { Problem } from '../../platform/http/errors.ts';
import type { VerifiedUser } from '../users/credentials.service.ts';

/** The state of the sign-in page. */
export interface SignInPage {
  returnTo: string;
  /** The form that was sent or is shown first. `renew` replaces a temporary password and is shown alone. */
  form: 'login' | 'register' | 'renew';
  fields: Partial<Record<string, string>>;
  problem?: Problem;
  /** The error of single sign-on. */
  failure?: Problem;
  /** Whether accounts with a password and single sign-on are available. */
  hasForms: boolean;
  hasSingleSignOn: boolean;
  /** For a signed-in user who wanted to connect single sign-on: the page shows a link back instead of forms. */
  isMember: boolean;
  /** Paths of drawn posters for the background. */
  posters: readonly string[];
}

export type SignInPageOptions = Pick<SignInPage, 'returnTo'> &
  Partial<Pick<SignInPage, 'form' | 'fields' | 'problem' | 'failure' | 'isMember'>>;

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
    work: (body: z.output<S>, req: Request) => Promise<VerifiedUser>,
  ): RequestHandler[];
}
