import { z } from 'zod';
import { limits } from './constants.ts';
import { dateSchema, idSchema } from './primitives.ts';

/** What anybody who shares a folder with someone sees of them: never the address. */
export const publicUserSchema = z.object({
  id: idSchema,
  username: z.string().nullable(),
  firstName: z.string().nullable(),
  lastName: z.string().nullable(),
  /** A path of the server's own, or a whole address. */
  profileImageUrl: z
    .string()
    .regex(/^(\/api\/|https?:\/\/)\S+$/, 'Must be a valid image URL')
    .nullable(),
});
export type PublicUser = z.infer<typeof publicUserSchema>;

/** Someone as dialogs and headers show them, with the address that tells two Anas apart. */
export const contactSchema = publicUserSchema.extend({ email: z.string() });
export type Contact = z.infer<typeof contactSchema>;

export const userSchema = contactSchema.extend({ createdAt: dateSchema });
export type User = z.infer<typeof userSchema>;

export const directoryUserSchema = userSchema.extend({ isPinned: z.boolean() });
export type DirectoryUser = z.infer<typeof directoryUserSchema>;

const emailSchema = z
  .string()
  .trim()
  .toLowerCase()
  .max(limits.email.max, 'That email address is too long')
  .pipe(z.email('Enter a valid email address'));

const personNameSchema = z
  .string()
  .trim()
  .max(limits.personName.max, `At most ${limits.personName.max} characters`)
  .transform((name) => name || null)
  .nullable();

const newPasswordSchema = z
  .string()
  .min(limits.password.min, `Use at least ${limits.password.min} characters`)
  .max(limits.password.max, `Use at most ${limits.password.max} characters`);

export const registerBody = z.object({
  email: emailSchema,
  password: newPasswordSchema,
  firstName: personNameSchema.default(null),
  lastName: personNameSchema.default(null),
});
export type RegisterBody = z.infer<typeof registerBody>;

// A sign-in names an existing account, so the password is not held to the rules for new ones.
export const loginBody = z.object({
  email: z.string().trim().toLowerCase().min(1, 'Enter your email address').max(limits.email.max),
  password: z.string().min(1, 'Enter your password').max(limits.password.max),
});
export type LoginBody = z.infer<typeof loginBody>;

export const searchUsersQuery = z.object({ q: z.string().max(200).default('') });

export const usernameSchema = z
  .string()
  .trim()
  .min(limits.username.min, `Username must be at least ${limits.username.min} characters`)
  .max(limits.username.max, `Username must be at most ${limits.username.max} characters`)
  .regex(/^[A-Za-z0-9_-]+$/, 'Username can only contain letters, numbers, underscores, and hyphens');

export const usernameBody = z.object({ username: usernameSchema });

export const passwordBody = z.object({
  currentPassword: z.string().min(1, 'Enter your current password').max(limits.password.max),
  newPassword: newPasswordSchema,
});
export type PasswordBody = z.infer<typeof passwordBody>;

/** What opens one's account. */
export const keysSchema = z.object({ hasPassword: z.boolean(), isConnected: z.boolean() });
export type Keys = z.infer<typeof keysSchema>;

export const connectBody = passwordBody.pick({ currentPassword: true });
export type ConnectBody = z.infer<typeof connectBody>;

/** Another's list as a visitor of their profile sees it. */
export const profileFolderSchema = z.object({
  id: idSchema,
  name: z.string(),
  itemCount: z.int().min(0),
  createdAt: dateSchema,
});
export type ProfileFolder = z.infer<typeof profileFolderSchema>;
