import { z } from 'zod';
import type { Call } from '../../common/api/call.ts';
import { opIdSchema } from '../../common/schemas/primitives.ts';
import type { JsonSchema, SchemaBook } from './openapi.schemas.ts';

export interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required: boolean;
  schema: JsonSchema;
  description: string;
  example?: unknown;
}

interface ParameterText {
  description: string;
  example?: unknown;
}

const AN_ID = '65f0c0ffee5eedbadc0ffee1';

/** By name: a parameter means the same in every call. */
const texts: Record<string, ParameterText> = {
  userId: { description: 'The id of a user.', example: AN_ID },
  guestId: { description: 'The id of a guest.', example: AN_ID },
  season: { description: 'The number of a season; 0 for specials.', example: 1 },
  rev: { description: 'The rev of the change.', example: 12 },
  token: {
    description: 'The secret part of the address of an invitation link or guest link.',
    example: 'Zm9yIGZyaWRheSBuaWdodA',
  },
  sender: { description: 'The program that sends the event.', example: 'jellyfin' },
  service: { description: 'The service that the key is for.', example: 'tmdb' },
  username: { description: 'The username to check.', example: 'ana_b' },
  mediaType: { description: 'Whether the title is a movie or a TV show.', example: 'movie' },
  tmdbId: { description: 'The TMDB id of the title.', example: 603 },
  limit: { description: 'How many entries to return at most.', example: 20 },
  after: { description: 'Returns the entries after the one with this id. Take it from the previous page.' },
  since: { description: 'Returns the changes after this rev, oldest first.', example: 12 },
  revId: { description: 'The id of the change at `since`. If another change has that rev now, the answer is a reset.' },
  before: {
    description: 'Returns what comes before this place, newest first. A rev, or a value of the previous page.',
  },
  q: { description: 'The text to search for.', example: 'matrix' },
  page: { description: 'The number of the page, from 1.', example: 1 },
  genre: { description: 'One to three TMDB genre ids, separated by commas.', example: '28,878' },
  decade: { description: 'The first year of a decade.', example: 1990 },
  rating: { description: 'The lowest rating, from 0 to 10.', example: 7 },
  runtime: { description: 'How long the title runs.' },
  sort: { description: 'The order of the titles.' },
  folderId: { description: 'The id of a folder. Do not send categoryId as well.' },
  categoryId: { description: 'The id of a category. Do not send folderId as well.' },
  filter: { description: 'Returns movies only or TV shows only.', example: 'movies' },
  format: { description: 'The format of the file.' },
  returnTo: { description: 'The path to open afterwards.', example: '/folders' },
  form: {
    description: '`register` opens the form for a new account at first, everything else the one to sign in.',
    example: 'register',
  },
  state: { description: 'The state that the identity provider returns.' },
  code: { description: 'The code that the identity provider returns.' },
  error: { description: 'The error that the identity provider returns.' },
  from: { description: 'The first day.', example: '2026-11-01' },
  to: { description: 'The last day.', example: '2026-11-30' },
  year: { description: 'The year. Without it: all time.', example: 2026 },
  timeZone: { description: 'The IANA name of the time zone in which days begin.', example: 'Europe/Berlin' },
  episode: { description: 'The number of the episode.', example: 3 },
  itemId: { description: 'The id of the item.', example: AN_ID },
  deliveryId: { description: 'The id of the delivery.', example: AN_ID },
  show: { description: 'Asks for the text of a comment with spoilers.', example: 'true' },
  kind: { description: 'How to react.', example: 'love' },
  all: { description: 'Confirms that more than one play may be removed.', example: 'true' },
  outcome: { description: 'Returns rows with this outcome only.', example: 'ambiguous' },
  countedAs: { description: 'Returns rows that are counted as this only.', example: 'ratings' },
  each: { description: '`title` returns the first row about each title only.', example: 'title' },
  stayed: { description: 'Returns rows only that stayed after Undo.', example: 'true' },
  n: { description: 'The number of the row, from 0.', example: 0 },
  size: { description: 'The width of the picture in pixels, as w and a number.' },
};

const idTexts: [RegExp, ParameterText][] = [
  [/^\/api\/(movie|tv|person)\//, { description: 'The TMDB id of the movie, TV show or person.', example: 603 }],
  [/^\/api\/art\//, { description: 'The TMDB id, with the version of the picture if it has one.', example: '603' }],
  [/^\/api\/users\/pictures\//, { description: 'The id of the picture.', example: AN_ID }],
  [/^\/api\/admin\/accounts\//, { description: 'The id of the user.', example: AN_ID }],
  [/^\/api\/admin\/reports\//, { description: 'The id of the report.', example: AN_ID }],
  [/^\/api\/user\/passkeys\//, { description: 'The id of the passkey.', example: AN_ID }],
  [/^\/api\/feeds\//, { description: 'The id of the secret address.', example: AN_ID }],
  [/^\/api\/public-links\//, { description: 'The id of the public link.', example: AN_ID }],
  [/^\/api\/webhooks\//, { description: 'The id of the webhook.', example: AN_ID }],
  [/^\/api\/channels\//, { description: 'The id of the channel.', example: AN_ID }],
  [/^\/api\/tokens\//, { description: 'The id of the access token.', example: AN_ID }],
  [/^\/api\/user\/sessions\//, { description: 'The id of the session.', example: 'mFb0Y4Q0bVv3XvXn0mQ1cg' }],
  [/^\/api\/users\/:id/, { description: 'The id of the user.', example: AN_ID }],
  [/^\/api\/watchlist\//, { description: 'The id of the item.', example: AN_ID }],
  [
    /^\/api\/plays\/:id\/confirm/,
    { description: 'The id of the proposal: of the play or poll that it is about.', example: AN_ID },
  ],
  [/^\/api\/plays\/acts\//, { description: 'The id of the act.', example: AN_ID }],
  [/^\/api\/plays\//, { description: 'The id of the play.', example: AN_ID }],
  [/^\/api\/comments\//, { description: 'The id of the comment.', example: AN_ID }],
  [/^\/api\/players\/people\//, { description: 'The id of the part in a player.', example: AN_ID }],
  [/^\/api\/players\//, { description: 'The id of the player.', example: AN_ID }],
  [/^\/api\/scrobbles\//, { description: 'The id of the title that is not recognised.', example: AN_ID }],
  [/^\/api\/imports\//, { description: 'The id of the import.', example: AN_ID }],
  [/^\/api\/reviews\//, { description: 'The id of the review.', example: AN_ID }],
  [/\/(invitation|list)-links\//, { description: 'The id of the link.', example: AN_ID }],
  [/^\/api\/polls\//, { description: 'The id of the vote.', example: AN_ID }],
  [/-invitations\//, { description: 'The id of the invitation.', example: AN_ID }],
  [/-shares\//, { description: 'The id of the share: the membership of one user.', example: AN_ID }],
  [/\/folders\//, { description: 'The id of the folder.', example: AN_ID }],
  [/\/categories\//, { description: 'The id of the category.', example: AN_ID }],
];

/** Throws for a parameter that nobody has described. */
export function textOfParameter(name: string, path: string): ParameterText {
  const found = name === 'id' ? idTexts.find(([pattern]) => pattern.test(path))?.[1] : texts[name];
  if (!found) throw new Error(`No text for the parameter ${name} of ${path}`);
  return found;
}

export function parametersOf(call: Call, book: SchemaBook): (Parameter | JsonSchema)[] {
  const takesKey = call.method !== 'get' && !call.isPublic;
  return [
    ...parametersIn('path', call, book),
    ...parametersIn('query', call, book),
    ...(takesKey ? [{ $ref: '#/components/parameters/IdempotencyKey' }] : []),
  ];
}

function parametersIn(place: 'path' | 'query', call: Call, book: SchemaBook): Parameter[] {
  const { properties = {}, required = [] } = book.write(place === 'path' ? call.params : call.query, 'parameters') as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: place,
    required: place === 'path' || (required.includes(name) && !('default' in schema)),
    schema,
    ...textOfParameter(name, call.path),
  }));
}

export const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  // Not `format: uuid`: generated Python clients would pass an object, which their HTTP library does not accept as a header.
  schema: { type: 'string', pattern: z.toJSONSchema(opIdSchema).pattern },
  description:
    'A new UUID for each write. If the same request is sent again within a day with the same key, it changes nothing and gets the first answer. For adding, marking and removing an item, adding a play and marking a show up to an episode, that holds for 35 days. Overviews, comments, votes and members of a list are returned in their current state. A guest link is new each time.',
  example: '7f5f6a52-0b0e-4f0a-9c55-1d3a7a4a1f01',
};
