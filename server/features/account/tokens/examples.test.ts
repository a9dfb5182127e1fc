import { readFile } from 'node:fs/promises';
import { beforeAll, expect, test } from '@jest/globals';
import { createFolder, type Person, signUp, withToken } from '../../../testing/people.ts';
import { setUpServer } from '../../../testing/server.ts';

const examples = [...(await readFile('docs/api.md', 'utf8')).matchAll(/```sh\n(.+)\n```/g)].map(
  ([, line = '']) => line,
);

const server = setUpServer();
let owner: Person;
let variables: Record<string, string>;
beforeAll(async () => {
  owner = await signUp(server);
  const { id } = await createFolder(owner);
  const { token } = await withToken(server, owner, ['read', 'write']);
  variables = { TOKEN: token, SITE: server.url, LIST: id };
});

/** Sends the request of a line with curl as a shell would read it. */
function send(line: string): Promise<Response> {
  const filled = line.replace(/\$([A-Z]+)/g, (_, name: string) => variables[name] ?? '');
  const words = (filled.match(/(?:"[^"]*"|'[^']*'|\S)+/g) ?? []).map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? ''),
  );
  const after = (option: string) => words.filter((_, place) => words[place - 1] === option);
  const [method = 'GET'] = after('-X');
  const [body] = after('-d');
  const headers = after('-H').map((header) => header.split(/: (.*)/s).slice(0, 2) as [string, string]);
  return fetch(words.at(-1) ?? '', { method, headers, ...(body && { body }) });
}

test('the document has six examples', () => {
  expect(examples).toHaveLength(6);
});

test.each(examples)('%s', async (line) => {
  const answer = await send(line);

  expect([answer.status, await answer.text()]).toEqual([line.includes('-X POST') ? 201 : 200, expect.any(String)]);
});

test('and they did what they say', async () => {
  const items = await owner.get(`/api/folders/${variables.LIST}/items`);
  const plays = await owner.get('/api/plays');

  expect([items.body[0].title, plays.body[0].title]).toEqual(['The Matrix', 'The Matrix']);
});
