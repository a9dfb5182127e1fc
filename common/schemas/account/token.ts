import { z } from 'zod';
import { limits } from '../../constants.ts';
import { nameSchema } from '../forms.ts';
import { dateSchema, EXAMPLE_ID, idSchema } from '../primitives.ts';

/** What a personal access token may do. */
const tokenScopes = ['read', 'write', 'scrobble'] as const;
export type TokenScope = (typeof tokenScopes)[number];

const listScopeSchema = z
  .string()
  .regex(/^list:[0-9a-f]{24}$/i, 'Must be list: and the id of a list')
  .toLowerCase()
  .meta({ examples: [`list:${EXAMPLE_ID}`] });

/** `list:` and an id narrow the other scopes to that list. */
const scopeSchema = z.union([z.enum(tokenScopes), listScopeSchema]);

const isTokenScope = (scope: string): scope is TokenScope => tokenScopes.some((known) => known === scope);

/** The scopes of a token, and the lists to which they are narrowed. Null if they are not. */
export function readScopes(scopes: readonly string[]): { kinds: TokenScope[]; listIds: string[] | null } {
  const lists = scopes.filter((scope) => !isTokenScope(scope));
  return {
    kinds: scopes.filter(isTokenScope),
    listIds: lists.length > 0 ? lists.map((scope) => scope.slice('list:'.length)) : null,
  };
}

const tokenShape = {
  id: idSchema,
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** Null if it does not end by itself. */
  expiresAt: dateSchema.nullable(),
};

export const accessTokenSchema = z
  .object({
    ...tokenShape,
    createdAt: dateSchema,
    /** Noted at most once an hour. Null if it was never used. */
    lastUsedAt: dateSchema.nullable(),
    /** The network address of that use. */
    lastAddress: z.string().nullable(),
  })
  .meta({ id: 'AccessToken', description: 'What lets a program act for you. Its secret is not shown again.' });
export type AccessToken = z.infer<typeof accessTokenSchema>;

export const newAccessTokenSchema = z
  .object({
    ...tokenShape,
    /** The secret. This answer is the only place where it appears. */
    token: z.string().meta({ examples: ['mq_6YcQW0rVnEo2bKZ4tTqLx9JmA1dHsUiFgPeR7wN8kXvCj0M3aB4'] }),
  })
  .meta({ id: 'NewAccessToken', description: 'A new personal access token, with its secret.' });
export type NewAccessToken = z.infer<typeof newAccessTokenSchema>;

export const createTokenBody = z.object({
  name: nameSchema(limits.tokenName.max),
  scopes: z
    .array(scopeSchema)
    .max(tokenScopes.length + limits.listsPerToken)
    .refine((scopes) => readScopes(scopes).kinds.length > 0, 'Choose at least one of read, write and scrobble'),
  expiresInDays: z.int().min(1).max(366).nullable(),
});
export type CreateTokenBody = z.infer<typeof createTokenBody>;
