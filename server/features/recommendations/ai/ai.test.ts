import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from '@jest/globals';
import type { Recommendations } from '../../../../common/schemas/recommendation.ts';
import { log } from '../../../platform/log.ts';
import { type Person, signUp } from '../../../testing/people.ts';
import { startTestServer, type TestServer } from '../../../testing/server.ts';
import { openTab, type Tab } from '../../../testing/tabs.ts';
import { faults as titleFaults } from '../../../testing/titles/movieDatabase.faults.ts';
import { askModel, boundQuestion, CALLS_AN_HOUR, isGrounded, type Question } from './ai.ts';

type Behaviour = (question: Question, res: ServerResponse, req: IncomingMessage) => void;

let model: Server;
let baseUrl: URL;
let behave: Behaviour;
let asked: { question: Question; body: Record<string, unknown>; authorization: string | undefined }[];

beforeAll(async () => {
  log.level = 'silent';
  model = createServer(async (req, res) => {
    let text = '';
    for await (const chunk of req) text += chunk;
    const body = JSON.parse(text);
    const question = JSON.parse(body.messages[1].content) as Question;
    asked.push({ question, body, authorization: req.headers.authorization });
    behave(question, res, req);
  });
  await new Promise<void>((resolve) => {
    model.listen(0, '127.0.0.1', resolve);
  });
  baseUrl = new URL(`http://127.0.0.1:${(model.address() as AddressInfo).port}/v1`);
});
afterAll(() => {
  model.closeAllConnections();
  model.close();
});
beforeEach(() => {
  asked = [];
});

const say = (res: ServerResponse, content: string) => {
  res.setHeader('Content-Type', 'application/json');
  res.end(JSON.stringify({ choices: [{ message: { content } }] }));
};
const pick = (question: Question, reason = 'It has the crime that you like.') =>
  JSON.stringify({ picks: question.candidates.map(({ id }) => ({ id, reason })).reverse() });

const question: Question = {
  reviews: [{ title: 'Heat', year: '1995', stars: 5, comment: 'Pacino!' }],
  candidates: [
    {
      id: 'movie:1',
      title: 'Thief',
      year: '1981',
      genres: ['Crime'],
      people: ['Michael Mann'],
      fact: 'Because you gave Heat 5 stars',
    },
    {
      id: 'movie:2',
      title: 'Ronin',
      year: '1998',
      genres: ['Action'],
      people: ['Robert De Niro'],
      fact: 'Popular right now',
    },
  ],
};
const config = () => ({ baseUrl, apiKey: 'secret', model: 'small' });

describe('a language model', () => {
  test('is called once with the key and a limit for its answer, and its ranking is used', async () => {
    behave = (told, res) => say(res, pick(told));

    const picks = await askModel(config(), question);

    expect(picks?.map(({ id }) => id)).toEqual(['movie:2', 'movie:1']);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({
      authorization: 'Bearer secret',
      body: { model: 'small', temperature: 0, max_tokens: 1500 },
    });
  });

  const faults: [string, Behaviour][] = [
    ['answers 500', (_question, res) => res.writeHead(500).end('{}')],
    ['answers 429', (_question, res) => res.writeHead(429).end('{}')],
    ['sends prose', (_question, res) => say(res, 'Here are my picks!')],
    ['sends another shape', (_question, res) => say(res, '{"picks":"all"}')],
    ['adds fields', (told, res) => say(res, pick(told).replace('{"picks"', '{"extra":1,"picks"'))],
    [
      'names no candidate',
      (_question, res) => say(res, '{"picks":[{"id":"movie:99","reason":"Because you like it."}]}'),
    ],
    ['sends no choices', (_question, res) => res.end('{"choices":[]}')],
    [
      'sends half of it',
      (_question, res) => {
        res.writeHead(200, { 'Content-Length': '900' });
        res.write('{"choices":');
        res.destroy();
      },
    ],
    ['hangs up', (_question, res) => res.destroy()],
    ['sends too much', (_question, res) => say(res, 'x'.repeat(100_000))],
    ['redirects', (_question, res) => res.writeHead(307, { Location: 'http://127.0.0.1:1/' }).end()],
    ['never answers', () => undefined],
    ['sends without end', (_question, res) => titleFaults.flooding(res)],
    ['sends little by little without end', (_question, res) => titleFaults.dripping(res)],
    ['sends a few kilobytes that become megabytes', (_question, res) => titleFaults.bomb(res)],
    ['sends a page in place of JSON', (_question, res) => titleFaults.portal(res)],
    ['sends half of a text', (_question, res) => titleFaults.malformed(res)],
    ['sends lists in lists', (_question, res) => say(res, `${'['.repeat(20_000)}${']'.repeat(20_000)}`)],
    [
      'sends keys of prototypes',
      (_question, res) => say(res, '{"__proto__":{"picks":[{"id":"movie:1","reason":""}]}}'),
    ],
  ];
  test.each(faults)('that %s gives no ranking', async (_name, fault) => {
    behave = fault;

    expect(await askModel(config(), question, { timeoutMs: 300 })).toBeNull();
  });

  test('that is unreachable gives no ranking', async () => {
    expect(await askModel({ ...config(), baseUrl: new URL('http://127.0.0.1:1') }, question)).toBeNull();
  });

  test('may name each candidate once and nothing else', async () => {
    behave = (_told, res) =>
      say(
        res,
        JSON.stringify({ picks: ['movie:1', 'movie:1', 'movie:7'].map((id) => ({ id, reason: 'It is like Heat.' })) }),
      );

    expect(await askModel(config(), question)).toEqual([{ id: 'movie:1', reason: 'It is like Heat.' }]);
  });

  test('receives a limited amount of text, with the newest reviews and the best candidates', () => {
    const long: Question = {
      reviews: Array.from({ length: 500 }, (_, at) => ({
        title: `R${at}`,
        year: '1990',
        stars: 3,
        comment: 'x'.repeat(5000),
      })),
      candidates: Array.from({ length: 200 }, (_, at) => ({ ...question.candidates[0]!, id: `movie:${at}` })),
    };

    const bounded = boundQuestion(long);

    expect(JSON.stringify(bounded).length).toBeLessThanOrEqual(24_000);
    expect(bounded.candidates).toHaveLength(30);
    expect(bounded.reviews[0]?.title).toBe('R0');
  });
});

describe('the reason of a model for a pick', () => {
  const [thief] = question.candidates;

  test.each([
    ['You gave Heat 5 stars, and Michael Mann made this too.', true],
    ['More crime, as you like it.', true],
    ['You gave Heat 4 stars.', false],
    ['You gave Thief 5 stars.', false],
    ['Like Casablanca, this one is a classic.', false],
    ['It won 7 prizes.', false],
    ['Ignore this. Visit us.', false],
    ['See http://example.com for more', false],
    ['<b>Bold</b> crime for you', false],
    ['More crime\u202e, as you like it.', false],
    ['More crime\u200b, as you like it.', false],
    ['More crime\0, as you like it.', false],
    ['', false],
    ['x'.repeat(200), false],
  ])('%j is kept: %p', (sentence, isKept) => {
    expect(isGrounded(sentence, thief!, question)).toBe(isKept);
  });
});

describe('the picks for a user', () => {
  let server: TestServer;
  let ana: Person;
  let tab: Tab;
  beforeAll(async () => {
    server = await startTestServer({ env: { AI_BASE_URL: baseUrl.href, AI_MODEL: 'small', LOG_LEVEL: 'silent' } });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    ana = await signUp(server);
    tab = await openTab(server, ana);
  });
  afterEach(() => tab.close());

  const read = async (): Promise<Recommendations> => (await ana.get('/api/recommendations?mediaType=movie')).body;
  const review = (tmdbId: number, comment?: string) =>
    ana.post('/api/reviews', { mediaType: 'movie', tmdbId, rating: 5, comment });
  const agree = async (useModel: boolean) => {
    expect((await ana.put('/api/recommendations/settings', { useModel })).body).toEqual({ useModel });
    await tab.next('recommendations:changed');
  };

  test('are ranked locally and nothing is sent before consent', async () => {
    behave = (told, res) => say(res, pick(told));
    await review(603);

    expect((await read()).rankedBy).toBe('local');
    expect((await ana.get('/api/recommendations/settings')).body).toEqual({ useModel: false });
    expect((await ana.get('/api/config')).body.hasModel).toBe(true);
    expect(asked).toEqual([]);
  });

  test('are ranked locally at first, and by the model once it has answered', async () => {
    behave = (told, res) => say(res, pick(told));
    await review(603, 'Whoa, says Keanu.');
    await agree(true);

    const first = await read();
    await tab.next('recommendations:changed');
    const second = await read();

    expect(first.rankedBy).toBe('local');
    expect(second.rankedBy).toBe('model');
    expect(second.results[0]?.reason).toEqual({ kind: 'model', text: 'It has the crime that you like.' });
    expect(second.results.map(({ tmdbId }) => tmdbId)).not.toEqual(first.results.map(({ tmdbId }) => tmdbId));
    expect(asked).toHaveLength(1);
    expect(asked[0]?.question.reviews).toEqual([
      { title: 'The Matrix', year: '1999', stars: 5, comment: 'Whoa, says Keanu.' },
    ]);
    const sent = JSON.stringify(asked[0]?.body);
    for (const secret of [ana.user.id, ana.user.email, 'Ana']) expect(sent).not.toContain(secret);
  });

  test('are ranked locally again and the rankings deleted after consent is withdrawn, until it is given again', async () => {
    behave = (told, res) => say(res, pick(told));
    await review(603);
    await agree(true);
    await read();
    await tab.next('recommendations:changed');

    await agree(false);

    expect((await read()).rankedBy).toBe('local');

    await agree(true);
    expect((await read()).rankedBy).toBe('local');
    await tab.next('recommendations:changed');
    expect((await read()).rankedBy).toBe('model');
  });

  test('are ranked locally if the model fails, and the same question is not sent again', async () => {
    behave = (_told, res) => res.writeHead(500).end();
    await review(603);
    await agree(true);

    const answers = [await read(), await read(), await read()];

    expect(answers.map(({ rankedBy }) => rankedBy)).toEqual(['local', 'local', 'local']);
    expect(asked.length).toBeLessThanOrEqual(1);
  });

  test('cause a limited number of calls an hour', async () => {
    behave = (_told, res) => res.writeHead(500).end();
    await agree(true);
    const { results } = await read();

    for (const { tmdbId } of results.slice(0, CALLS_AN_HOUR + 3)) {
      await review(tmdbId);
      await read();
    }

    expect(asked.length).toBeLessThanOrEqual(CALLS_AN_HOUR);
  });
});
