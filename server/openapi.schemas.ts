import { z } from 'zod';
import { changeSchema, changesAnswerSchema } from '../common/changes.ts';
import { type ErrorCode, errorBodySchema } from '../common/errors.ts';
import { folderCoreSchema, folderNameBody, folderPermissionsSchema, folderSchema } from '../common/folder.ts';
import { invitationSchema, inviteBody, respondBody, sendInvitationBody } from '../common/invitation.ts';
import { addItemBody, itemSchema, watchedBody } from '../common/item.ts';
import { flagsBody, flagsSchema } from '../common/permissions.ts';
import { dateSchema, idSchema } from '../common/primitives.ts';
import { reviewBody, reviewSchema, reviewUpdateBody } from '../common/review.ts';
import { publicShareSchema, shareSchema } from '../common/share.ts';
import {
  creditsSchema,
  externalRatingsSchema,
  mediaTypeSchema,
  movieCreditSchema,
  movieDetailsSchema,
  movieSchema,
  personSchema,
  tvCreditSchema,
  tvDetailsSchema,
  tvShowSchema,
  videosSchema,
  watchProvidersSchema,
} from '../common/title.ts';
import {
  connectBody,
  contactSchema,
  directoryUserSchema,
  keysSchema,
  loginBody,
  passwordBody,
  profileFolderSchema,
  publicUserSchema,
  registerBody,
  usernameBody,
  userSchema,
} from '../common/user.ts';

export type JsonSchema = Record<string, unknown>;

/** What a schema refines beyond its shape is added by hand: the rest is read off it. */
interface Naming {
  id: string;
  description?: string;
  oneOf?: JsonSchema[];
}

/** The schemas that the document names; every other is written out where it is used. */
const named: [z.ZodType, Naming][] = [
  [idSchema, { id: 'Id' }],
  [dateSchema, { id: 'Moment' }],
  [mediaTypeSchema, { id: 'MediaType' }],
  [flagsSchema, { id: 'Flags' }],
  [publicUserSchema, { id: 'PublicUser', description: 'What whoever shares a folder with somebody sees of them.' }],
  [contactSchema, { id: 'Contact' }],
  [userSchema, { id: 'User' }],
  [directoryUserSchema, { id: 'DirectoryUser' }],
  [profileFolderSchema, { id: 'ProfileFolder' }],
  [folderCoreSchema, { id: 'FolderCore', description: 'A folder, or category, as everybody in it sees it.' }],
  [folderSchema, { id: 'Folder', description: 'A folder, or category, as the caller sees it.' }],
  [folderPermissionsSchema, { id: 'FolderPermissions' }],
  [itemSchema, { id: 'Item' }],
  [shareSchema, { id: 'Share' }],
  [publicShareSchema, { id: 'PublicShare' }],
  [invitationSchema, { id: 'Invitation' }],
  [reviewSchema, { id: 'Review' }],
  [changeSchema, { id: 'Change' }],
  [changesAnswerSchema, { id: 'Changes' }],
  [movieSchema, { id: 'Movie' }],
  [tvShowSchema, { id: 'TvShow' }],
  [personSchema, { id: 'Person' }],
  [movieDetailsSchema, { id: 'MovieDetails' }],
  [tvDetailsSchema, { id: 'TvDetails' }],
  [movieCreditSchema, { id: 'MovieCredit' }],
  [tvCreditSchema, { id: 'TvCredit' }],
  [creditsSchema, { id: 'Credits' }],
  [videosSchema, { id: 'Videos' }],
  [externalRatingsSchema, { id: 'ExternalRatings' }],
  [watchProvidersSchema, { id: 'WatchProviders' }],
  [registerBody, { id: 'RegisterBody' }],
  [loginBody, { id: 'LoginBody' }],
  [usernameBody, { id: 'UsernameBody' }],
  [passwordBody, { id: 'PasswordBody' }],
  [keysSchema, { id: 'Keys', description: 'What opens somebody’s account.' }],
  [connectBody, { id: 'ConnectBody' }],
  [folderNameBody, { id: 'FolderNameBody' }],
  [inviteBody, { id: 'InviteBody' }],
  [sendInvitationBody, { id: 'SendInvitationBody', oneOf: oneFolder() }],
  [respondBody, { id: 'RespondBody' }],
  [flagsBody, { id: 'FlagsBody' }],
  [addItemBody, { id: 'AddItemBody', oneOf: oneFolder() }],
  [watchedBody, { id: 'WatchedBody' }],
  [reviewBody, { id: 'ReviewBody' }],
  [reviewUpdateBody, { id: 'ReviewUpdateBody' }],
  [errorBodySchema, { id: 'Problem', description: 'The one error body.' }],
];

function oneFolder(): JsonSchema[] {
  return [{ required: ['folderId'] }, { required: ['categoryId'] }];
}

const PLACE = '#/components/schemas/';

export interface SchemaBook {
  /** A schema as JSON Schema, with references to those that have a name. */
  write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema;
  /** A problem with one of these codes. */
  problem(codes: readonly ErrorCode[]): JsonSchema;
  /** All named schemas that were referred to so far. */
  components(): Record<string, JsonSchema>;
}

/** Collects the named schemas that a document refers to while it is written. */
export function openSchemaBook(): SchemaBook {
  const registry = z.registry<Naming>();
  for (const [schema, naming] of named) registry.add(schema, naming);
  const components = new Map<string, JsonSchema>();

  function keep(name: string, schema: JsonSchema): void {
    const known = components.get(name);
    if (known && JSON.stringify(known) !== JSON.stringify(schema)) {
      throw new Error(`${name} would be two schemas: one for requests, one for answers`);
    }
    components.set(name, schema);
  }

  function write(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const whole = z.toJSONSchema(schema, { io, metadata: registry, target: 'draft-2020-12', unrepresentable: 'any' });
    const { $schema, $defs = {}, ...rest } = moved(whole) as JsonSchema & { $defs?: Record<string, JsonSchema> };
    for (const [name, one] of Object.entries($defs)) keep(name, one);
    return rest;
  }

  return {
    write,
    problem: (codes) => ({
      allOf: [write(errorBodySchema, 'output'), { properties: { code: { enum: [...codes].sort() } } }],
    }),
    components: () => Object.fromEntries([...components].sort(([a], [b]) => (a < b ? -1 : 1))),
  };
}

/** The same with every reference pointing to where OpenAPI keeps schemas. */
function moved(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(moved);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [
      key,
      key === '$ref' && typeof one === 'string' ? one.replace('#/$defs/', PLACE) : moved(one),
    ]),
  );
}
