import { z } from 'zod';
import { limits } from '../constants.ts';
import { COUNTRIES, LANGUAGES } from '../countries.ts';
import { emailAudienceSchema, listAudienceSchema } from './audience.ts';
import { nameSchema } from './forms.ts';
import { plainTextSchema } from './primitives.ts';

/** Who may create an account: everyone, people with an invitation link, or no one. The first account can always be created. */
export const registrationSchema = z.enum(['open', 'invite', 'closed']);
export type Registration = z.infer<typeof registrationSchema>;

/** Empty for the usual name. */
export const optionalInstanceNameSchema = plainTextSchema.max(
  limits.instanceName.max,
  `Use at most ${limits.instanceName.max} characters`,
);

/** Where titles, ratings and pictures come from, if there is a key. */
export const keyServiceSchema = z.enum(['tmdb', 'omdb']);
export type KeyService = z.infer<typeof keyServiceSchema>;

/** A key in a form that can be sent in a header: visible ASCII characters. */
const serviceKeySchema = z
  .string()
  .trim()
  .min(1, 'Enter a key')
  .max(limits.serviceKey.max, `Use at most ${limits.serviceKey.max} characters`)
  .regex(/^[!-~]*$/, 'A key has neither spaces nor special letters');

/** Empty for none. */
export const optionalServiceKeySchema = z.union([z.literal('').transform(() => undefined), serviceKeySchema]);

/**
 * Who has set a key: nobody, the environment of the server, or an operator. `unreadable`: an operator has, but with another
 * session secret, so it must be entered again. The key itself is never sent.
 */
const keyStateSchema = z.enum(['none', 'environment', 'settings', 'unreadable']);
export type KeyState = z.infer<typeof keyStateSchema>;

export const regionSchema = z
  .enum(COUNTRIES, 'Choose a country')
  .meta({ id: 'Region', description: 'An ISO 3166-1 code.', examples: ['DE'] });

export const languageSchema = z
  .enum(LANGUAGES, 'Choose a language')
  .meta({ id: 'Language', description: 'A language and a country.', examples: ['de-DE'] });

/** What the operator sets for everyone. */
export const instanceSettingsSchema = z
  .object({
    name: z.string(),
    registration: registrationSchema,
    /** Whether REGISTRATION in the environment decides, so that it cannot be changed here. */
    isRegistrationFixed: z.boolean(),
    /** Whether an invitation link to a list lets new people in, while registration is by invitation. */
    canMembersInvite: z.boolean(),
    /** The widest audience of email addresses. Everyone can narrow their own. */
    emailFor: emailAudienceSchema,
    /** Who reads the lists of people who have not chosen it themselves. */
    listsFor: listAudienceSchema,
    /** The keys by which titles and critics' ratings come from other services. */
    tmdbKey: keyStateSchema,
    omdbKey: keyStateSchema,
    /** The country whose offers are shown and whose popular titles TMDB lists. */
    region: regionSchema,
    /** The language in which TMDB is asked for titles and overviews. */
    language: languageSchema,
  })
  .meta({ id: 'InstanceSettings' });
export type InstanceSettings = z.infer<typeof instanceSettingsSchema>;

export const instanceSettingsBody = z
  .object({
    name: nameSchema(limits.instanceName.max),
    registration: registrationSchema,
    canMembersInvite: z.boolean(),
    emailFor: emailAudienceSchema,
    listsFor: listAudienceSchema,
    region: regionSchema,
    language: languageSchema,
  })
  .partial()
  .meta({ id: 'InstanceSettingsBody', examples: [{ registration: 'invite', region: 'DE', language: 'de-DE' }] });
export type InstanceSettingsBody = z.infer<typeof instanceSettingsBody>;

export const keyBody = z
  .object({ key: serviceKeySchema })
  .meta({ id: 'ServiceKeyBody', examples: [{ key: '0123456789abcdef0123456789abcdef' }] });

export const keySavedSchema = z.object({
  /** False: the service did not answer, so nobody knows whether the key is right. */
  isChecked: z.boolean(),
});
