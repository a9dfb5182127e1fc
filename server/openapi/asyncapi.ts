import type { z } from 'zod';
import { errorCodes } from '../../common/errors.ts';
import { clientEvents, serverEvents } from '../../common/schemas/events.ts';
import { type JsonSchema, openSchemaBook, type SchemaBook } from './openapi.schemas.ts';
import { infoOf } from './openapi.ts';
import { eventTexts, requestTexts } from './texts/events.texts.ts';

/** The event without a payload, which `serverEvents` does not list. */
const SESSION_ENDED = 'session:ended';

const CHANNEL = '#/channels/tab';

/** folder:changes as folderChanges: what AsyncAPI allows as a key. */
const keyOf = (event: string) => event.replace(/[:-](\w)/g, (_, letter: string) => letter.toUpperCase());

const refTo = (message: string) => ({ $ref: `${CHANNEL}/messages/${message}` });

interface Part {
  messages: Record<string, JsonSchema>;
  operations: Record<string, JsonSchema>;
}

/** An event that the server sends to a tab. */
function sentPart(event: string, payload: JsonSchema | null): Part {
  const key = keyOf(event);
  const { summary, description } = eventTexts[event as keyof typeof eventTexts];
  return {
    messages: { [key]: { name: event, summary, ...(payload ? { payload } : {}) } },
    operations: { [key]: { action: 'send', channel: { $ref: CHANNEL }, summary, description, messages: [refTo(key)] } },
  };
}

/** An event that a tab sends, and what the server acknowledges it with. */
function receivedPart(event: keyof typeof clientEvents, book: SchemaBook): Part {
  const key = keyOf(event);
  const { summary, description } = requestTexts[event];
  const { request, answer } = clientEvents[event];
  const reply = { oneOf: [book.write(answer, 'answer'), book.problem(errorCodes)] };
  return {
    messages: {
      [key]: { name: event, summary, payload: book.write(request as z.ZodType, 'body') },
      [`${key}Answer`]: { name: `${event} acknowledgement`, payload: reply },
    },
    operations: {
      [key]: {
        action: 'receive',
        channel: { $ref: CHANNEL },
        summary,
        description,
        messages: [refTo(key)],
        reply: { channel: { $ref: CHANNEL }, messages: [refTo(`${key}Answer`)] },
      },
    },
  };
}

/** The live events as an AsyncAPI 3 document, made of the same schemas that type both ends of the socket. */
export function createAsyncApi(version: string): JsonSchema {
  const book = openSchemaBook();
  const parts = [
    ...Object.entries(serverEvents).map(([event, schema]) => sentPart(event, book.write(schema, 'answer'))),
    sentPart(SESSION_ENDED, null),
    ...Object.keys(clientEvents).map((event) => receivedPart(event as keyof typeof clientEvents, book)),
  ];
  return {
    asyncapi: '3.0.0',
    info: {
      ...withoutIdentifier(infoOf(version)),
      description:
        'The live events of Marquee over Socket.IO 4, on the path /socket.io. Send the session cookie with the handshake. Name your protocol number as auth.protocol if you want to be refused when the server has another one.',
    },
    defaultContentType: 'application/json',
    channels: {
      tab: {
        address: '/',
        title: 'Tab',
        description: 'The Socket.IO namespace of one signed-in tab or program.',
        messages: Object.assign({}, ...parts.map(({ messages }) => messages)),
      },
    },
    operations: Object.assign({}, ...parts.map(({ operations }) => operations)),
    components: { schemas: book.components() },
  };
}

/** AsyncAPI has no SPDX identifier of the license. */
function withoutIdentifier({ license, ...info }: JsonSchema): JsonSchema {
  return { ...info, license: { name: (license as { name: string }).name } };
}
