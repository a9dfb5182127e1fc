import { z } from 'zod';
import { limits } from '../constants.ts';
import { isVisible } from '../text.ts';
import { plainTextSchema, textSchema } from './primitives.ts';

// In the browser, zod would try whether it may evaluate code, which is reported as a violation of the page's policy.
if ('document' in globalThis) z.config({ jitless: true });

// The rules that forms check while the user types and the server checks again. They are in their own file so that a form
// loads no other schema in the browser.

const ENTER_NAME = 'Enter a name';

/** A name of at most this many characters, with at least one that is visible. */
export const nameSchema = (most: number) =>
  plainTextSchema
    .regex(/\S/, { error: ENTER_NAME, abort: true })
    .max(most, `Use at most ${most} characters`)
    .refine(isVisible, ENTER_NAME);

export const folderNameBody = z
  .object({ name: nameSchema(limits.listName.max) })
  .meta({ id: 'FolderNameBody', examples: [{ name: 'Weekend films' }] });

export const newPasswordSchema = textSchema
  .min(limits.password.min, `Use at least ${limits.password.min} characters`)
  .max(limits.password.max, `Use at most ${limits.password.max} characters`);

export const emailSchema = textSchema
  .trim()
  .toLowerCase()
  .max(limits.email.max, 'That email address is too long')
  .regex(z.regexes.email, 'Enter a valid email address');

export const emailBody = z.object({ email: emailSchema });

export const usernameSchema = z
  .string()
  .trim()
  .min(limits.username.min, `Username must be at least ${limits.username.min} characters`)
  .max(limits.username.max, `Username must be at most ${limits.username.max} characters`)
  .regex(/^[A-Za-z0-9_-]+$/, 'Username can only contain letters, numbers, underscores, and hyphens');

export const usernameBody = z
  .object({ username: usernameSchema })
  .meta({ id: 'UsernameBody', examples: [{ username: 'ana_b' }] });

/** A first or last name. A name without a visible character counts as empty. */
export const personNameSchema = plainTextSchema
  .max(limits.personName.max, `At most ${limits.personName.max} characters`)
  .transform((name) => (isVisible(name) ? name : null))
  .nullable();

export const personNamesBody = z
  .object({ firstName: personNameSchema, lastName: personNameSchema })
  .meta({ id: 'PersonNamesBody', examples: [{ firstName: 'Ana', lastName: 'Brito' }] });
export type PersonNames = z.infer<typeof personNamesBody>;

export const passwordBody = z
  .object({
    currentPassword: textSchema.min(1, 'Enter your current password').max(limits.password.max),
    newPassword: newPasswordSchema,
  })
  .meta({ id: 'PasswordBody' });
export type PasswordBody = z.infer<typeof passwordBody>;
