import { once } from 'node:events';
import { type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from '@jest/globals';
import express, { type RequestHandler } from 'express';
import { log } from '../log.ts';
import { type AnswerLimit, limitAnswers } from './answerLimit.ts';

log.level = 'silent';

const LIMIT_MS = 100;
const hanging: AnswerLimit = {
  checkAfterMs: LIMIT_MS,
  giveUpAfterMs: () => 60_000,
  isDatabaseReady: async () => false,
};
const working: AnswerLimit = { ...hanging, isDatabaseReady: async () => true };

let server: Server;
afterEach(() => {
  server.close();
});

/** Sends a request's body in these pieces, with a pause after each. */
async function ask(limit: AnswerLimit, handler: RequestHandler, pieces: string[] = [], method = 'POST') {
  const app = express().use(limitAnswers(limit), handler);
  server = app.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sent = request({ port, host: '127.0.0.1', method });
  sent.flushHeaders();
  const answered = once(sent, 'response') as Promise<[IncomingMessage]>;
  for (const piece of pieces) {
    sent.write(piece);
    await wait(LIMIT_MS);
  }
  sent.end();
  const [answer] = await answered;
  return { status: answer.statusCode, body: (await answer.toArray()).join('') };
}

const answerLate: RequestHandler = async (_req, res) => {
  await wait(3 * LIMIT_MS);
  res.send('late');
};

test('a request that waits while the database hangs is answered 503', async () => {
  const { status, body } = await ask(hanging, () => undefined);

  expect(status).toBe(503);
  expect(JSON.parse(body)).toMatchObject({
    error: "Marquee can't reach its database right now. Your change may or may not be saved; look again in a moment.",
    code: 'unavailable',
  });
});

test('the answer to a read does not speak of a change', async () => {
  const { body } = await ask(hanging, () => undefined, [], 'GET');

  expect(JSON.parse(body)).toMatchObject({
    error: "Marquee can't reach its database right now. Try again in a moment.",
  });
});

test('a handler that answers after the 503 causes no error', async () => {
  const failed: unknown[] = [];
  const { status } = await ask(hanging, async (_req, res, next) => {
    await once(res, 'finish');
    try {
      res.json({ late: true });
    } catch (error) {
      failed.push(error);
      next(error);
    }
  });

  expect(status).toBe(503);
  expect(failed).toHaveLength(1);
});

test('a request that waits for something other than the database is not given up', async () => {
  expect(await ask(working, answerLate)).toEqual({ status: 200, body: 'late' });
});

test('a request that waits too long is answered 503 even if the database responds', async () => {
  const { status } = await ask({ ...working, giveUpAfterMs: () => LIMIT_MS }, () => undefined);

  expect(status).toBe(503);
});

test('a check of the database that takes long does not delay the 503', async () => {
  const checkedAfter: number[] = [];
  const isDatabaseReady = async () => {
    const startedAt = performance.now();
    await wait(10 * LIMIT_MS);
    checkedAfter.push(performance.now() - startedAt);
    return true;
  };

  const { status } = await ask({ ...working, giveUpAfterMs: () => 2 * LIMIT_MS, isDatabaseReady }, () => undefined);

  expect(status).toBe(503);
  expect(checkedAfter).toEqual([]);
});

test('a body may arrive slowly', async () => {
  const read = express.text({ type: () => true });
  const handler: RequestHandler = (req, res, next) => read(req, res, () => (req.body ? res.send(req.body) : next()));

  expect(await ask(hanging, handler, ['one ', 'two ', 'three'])).toEqual({ status: 200, body: 'one two three' });
});

test('an answer that has started may take long', async () => {
  const handler: RequestHandler = async (_req, res) => {
    res.write('one ');
    await wait(2 * LIMIT_MS);
    res.end('two');
  };

  expect(await ask(hanging, handler)).toEqual({ status: 200, body: 'one two' });
});
