import { z } from 'zod';
import { limits } from '../constants.ts';
import { emailSchema, newPasswordSchema, passwordBody, personNameSchema } from './forms.ts';
import {
  languageSchema,
  optionalInstanceNameSchema,
  optionalServiceKeySchema,
  regionSchema,
  registrationSchema,
} from './instance.ts';
import { dateSchema, idSchema, linkTokenSchema, revSchema, textSchema } from './primitives.ts';

/** What members of a shared folder see of each other: no email. */
export const publicUserSchema = z
  .object({
    id: idSchema,
    username: z.string().nullable(),
    firstName: z.string().nullable(),
    lastName: z.string().nullable(),
    /** A picture on this server, or a full URL. */
    profileImageUrl: z
      .string()
      .regex(/^(\/api\/(users\/pictures|art)\/|https?:\/\/)\S+$/, 'Must be a valid image URL')
      .nullable(),
  })
  .meta({ id: 'PublicUser', description: 'A user as other members of a list see them.' });
export type PublicUser = z.infer<typeof publicUserSchema>;

/**
 * A user as dialogs and headers show them. The email tells users with the same name apart; it is empty for those who may not
 * see it.
 */
export const contactSchema = publicUserSchema
  .extend({ email: z.string() })
  .meta({ id: 'Contact', description: 'A user with their email address.' });
export type Contact = z.infer<typeof contactSchema>;

export const userSchema = contactSchema.extend({ createdAt: dateSchema }).meta({ id: 'User' });
export type User = z.infer<typeof userSchema>;

export const ownUserSchema = userSchema
  .extend({
    /** Whether the user runs this instance and may open /admin. */
    isOperator: z.boolean(),
    /** Raised by each event for this user alone. A tab whose first `sync` answers with another one has missed events. */
    rev: revSchema,
  })
  .meta({ id: 'OwnUser', description: 'Your own account.' });
export type OwnUser = z.infer<typeof ownUserSchema>;

export const directoryUserSchema = userSchema.extend({ isPinned: z.boolean() }).meta({ id: 'DirectoryUser' });
export type DirectoryUser = z.infer<typeof directoryUserSchema>;

export const registerBody = z
  .object({
    email: emailSchema,
    password: newPasswordSchema,
    firstName: personNameSchema.default(null),
    lastName: personNameSchema.default(null),
    /** The token of an invitation link, for when registration is by invitation. Leads into the link's list as well. */
    invitation: linkTokenSchema.optional(),
    /** Only for the first account, unless it is created on the server's machine: the code in the server's log. */
    setupCode: textSchema.max(40).optional(),
    /** Only for the first account: what this instance is called, who may create an account from then on, and how titles are asked for. */
    instanceName: optionalInstanceNameSchema.optional(),
    registration: registrationSchema.optional(),
    region: regionSchema.optional(),
    language: languageSchema.optional(),
    tmdbKey: optionalServiceKeySchema.optional(),
    omdbKey: optionalServiceKeySchema.optional(),
  })
  .meta({
    id: 'RegisterBody',
    examples: [{ email: 'ana@example.com', password: 'correct horse battery', firstName: 'Ana' }],
  });
export type RegisterBody = z.infer<typeof registerBody>;

// This password already exists, so the rules for new passwords do not apply.
export const loginBody = z
  .object({
    email: textSchema.trim().toLowerCase().regex(/\S/, 'Enter your email address').max(limits.email.max),
    password: textSchema.min(1, 'Enter your password').max(limits.password.max),
    /** Replaces a temporary password, after the answer password_change_required. */
    newPassword: newPasswordSchema.optional(),
  })
  .meta({ id: 'LoginBody', examples: [{ email: 'ana@example.com', password: 'correct horse battery' }] });
export type LoginBody = z.infer<typeof loginBody>;

export const searchUsersQuery = z.object({ q: textSchema.max(200).default('') });

export const signInMethodsSchema = z
  .object({
    hasPassword: z.boolean(),
    /** Whether single sign-on is connected. */
    isConnected: z.boolean(),
    /** Whether sign-ins by password also need a code. */
    hasSecondFactor: z.boolean(),
    /** How many recovery codes are left, and how many passkeys there are. */
    recoveryCodes: z.int().min(0),
    passkeys: z.int().min(0),
  })
  .meta({ id: 'SignInMethods', description: 'The sign-in methods of an account.' });
export type SignInMethods = z.infer<typeof signInMethodsSchema>;

export const connectBody = passwordBody.pick({ currentPassword: true }).meta({ id: 'ConnectBody' });

export const profileFolderSchema = z
  .object({
    id: idSchema,
    name: z.string(),
    itemCount: z.int().min(0),
    createdAt: dateSchema,
  })
  .meta({ id: 'ProfileFolder', description: 'A folder or category on a profile.' });
export type ProfileFolder = z.infer<typeof profileFolderSchema>;

/** The secret of a link that was sent by mail. */
const mailTokenSchema = textSchema.regex(/^[\w-]{43}$/, 'This link is not complete. Copy all of it from the mail.');

export const resetPasswordBody = z
  .object({ token: mailTokenSchema, newPassword: newPasswordSchema })
  .meta({ id: 'ResetPasswordBody' });

export const confirmEmailBody = z.object({ token: mailTokenSchema }).meta({ id: 'ConfirmEmailBody' });
