import { z } from 'zod';
import { dateSchema, idSchema } from '../primitives.ts';

/** What the security log records. Each is also a line of the server's log. */
export const securityEventTypes = [
  'account-created',
  'account-deleted',
  'account-disabled',
  'account-enabled',
  'backup-made',
  'data-exported',
  'email-changed',
  'email-confirmed',
  'feed-created',
  'feed-revoked',
  'fresh-sign-in',
  'handed-over',
  'instance-changed',
  'invitation-created',
  'invitation-revoked',
  'list-link-ended',
  'operator-added',
  'operator-removed',
  'other-sessions-ended',
  'passkey-added',
  'passkey-removed',
  'password-changed',
  'password-reset',
  'password-reset-by-mail',
  'player-added',
  'player-address-renewed',
  'player-removed',
  'public-link-created',
  'public-link-ended',
  'public-links-turned-off',
  'recovery-code-used',
  'recovery-codes-renewed',
  'report-resolved',
  'rights-changed',
  'second-factor-off',
  'second-factor-on',
  'session-ended',
  'sign-in',
  'sign-in-failed',
  'sign-in-locked',
  'sign-in-new-device',
  'sign-out',
  'single-sign-on-connected',
  'single-sign-on-disconnected',
  'token-created',
  'token-revoked',
  'webhook-created',
  'webhook-deleted',
  'webhook-secret-renewed',
] as const;

export const securityEventSchema = z
  .object({
    id: idSchema,
    type: z.enum(securityEventTypes),
    createdAt: dateSchema,
    /** The network address of the request, an IPv6 address without its last half. Null for the command line. */
    address: z.string().nullable(),
    /** The browser and system, for example "Firefox on Linux". Null when unknown. */
    device: z.string().nullable(),
    /** Whether somebody else did it: the operator. */
    isByOther: z.boolean(),
    /** What it was about, for example the name of a passkey. */
    detail: z.string().nullable(),
  })
  .meta({ id: 'SecurityEvent', description: 'An entry of the security log of your account.' });
export type SecurityEvent = z.infer<typeof securityEventSchema>;
export type SecurityEventType = SecurityEvent['type'];
