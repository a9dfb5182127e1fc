import { readFileSync } from 'node:fs';
import sharp from 'sharp';
import { type App, startApp, startSecondApp } from '../../lib/app.ts';
import { atMost, type Benchmark } from '../../lib/benchmark.ts';
import { Connection, expectStatus } from '../../lib/connection.ts';
import { makeWorld, type Person, type World } from '../../lib/data/world.ts';
import { type Counts, counted } from '../../lib/program.ts';
import { openTab } from '../../lib/tab.ts';

const PEOPLE = 16;
const SETTLE_MS = 4000;

export const r5: Benchmark = {
  id: 'R5',
  title: 'Memory and connections that remain after a long time of use',
  async run({ isShort }) {
    const [warmUpSeconds, seconds] = isShort ? [20, 60] : [60, 600];
    await using owner = await startApp();
    await using app = await startSecondApp(owner, 0, counted);
    const world = await makeWorld(owner.databaseUri, { people: PEOPLE, items: PEOPLE });
    const picture = await makePicture();
    await live(app.port, world, picture, warmUpSeconds);
    const before = await countResources(app);
    const rounds = await live(app.port, world, picture, seconds);
    const after = await countResources(app);
    return [
      {
        what: `memory at rest before and after ${seconds} s, in which ${rounds} visits edited and uploaded`,
        control: `${(before.bytes / 1e6).toFixed(1)} MB`,
        ours: `${(after.bytes / 1e6).toFixed(1)} MB`,
        ...atMost(after.bytes / before.bytes, 1.1),
      },
      {
        what: 'connections, tabs and cursors that remain; warnings of too many listeners',
        control: show(before),
        ours: show(after),
        ratio: null,
        goal: 'not more',
        isHeld: kinds.every((kind) => after[kind] <= before[kind]),
      },
    ];
  },
};

interface Resources extends Counts {
  bytes: number;
  connections: number;
}

const kinds = ['connections', 'tabs', 'cursors', 'warnings'] as const;

const show = ({ connections, tabs, cursors, warnings }: Resources) =>
  `${connections}, ${tabs}, ${cursors}; ${warnings}`;

/** Measures at rest: without tabs, and after the work that follows a disconnect. */
async function countResources(app: App): Promise<Resources> {
  await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
  const bytes = await app.memory();
  return { bytes, connections: connectionsTo(app.port), ...(await app.counts()) };
}

/** The number of established TCP connections to this port. */
function connectionsTo(port: number): number {
  const end = `:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  const rows = readFileSync('/proc/net/tcp', 'utf8')
    .split('\n')
    .map((row) => row.trim().split(/\s+/));
  return rows.filter(([, local, , state]) => local?.endsWith(end) && state === '01').length;
}

/** All members visit again and again until the time is over. Gives the number of visits. */
async function live(port: number, world: World, picture: Buffer, seconds: number): Promise<number> {
  const until = performance.now() + seconds * 1000;
  let rounds = 0;
  const [owner, ...members] = world.people as [Person, ...Person[]];
  await Promise.all(
    members.map(async (member, index) => {
      for (; performance.now() < until; rounds++) await visit(port, world, { owner, member, picture, index });
    }),
  );
  return rounds;
}

interface Visit {
  owner: Person;
  member: Person;
  picture: Buffer;
  index: number;
}

let tmdbId = 1_000_000;

/** One visit: a member opens a tab, edits, uploads a picture, leaves the list, and is invited again. */
async function visit(port: number, { folderId, itemIds }: World, { owner, member, picture, index }: Visit) {
  const tab = await openTab(port, member.cookie, () => undefined);
  const connection = new Connection(port);
  const send = async (person: Person, status: number, method: string, path: string, body?: object) => {
    const answer = await connection.send(method, path, { cookie: person.cookie }, body && JSON.stringify(body));
    const text = expectStatus(answer, status);
    return text ? (JSON.parse(text) as { id: string }) : { id: '' };
  };
  try {
    await tab.ask('sync', { folders: { [folderId]: 0 }, userRev: 0 });
    await tab.ask('presence:enter', { folderId });
    await send(member, 200, 'GET', `/api/folders/${folderId}/items`);
    for (const watched of [true, false]) {
      await send(member, 200, 'PATCH', `/api/watchlist/${itemIds[index]}/watched`, { watched });
    }
    tmdbId += 1;
    const facts = { folderId, tmdbId, mediaType: 'movie', title: `Film ${tmdbId}` };
    const { id } = await send(member, 201, 'POST', '/api/watchlist', facts);
    await send(owner, 204, 'DELETE', `/api/watchlist/${id}`);
    await upload(connection, member, picture);

    await send(member, 204, 'DELETE', `/api/folders/${folderId}/leave`);
    const asked = { folderId, invitedUserId: member.id, canAdd: true };
    const invitation = await send(owner, 201, 'POST', '/api/folder-invitations', asked);
    await send(member, 200, 'POST', `/api/folder-invitations/${invitation.id}/respond`, { status: 'accepted' });
  } finally {
    connection.close();
    tab.close();
  }
}

const BOUNDARY = 'the-boundary-of-parts';

async function upload(connection: Connection, { cookie }: Person, picture: Buffer): Promise<void> {
  const head = `--${BOUNDARY}\r\ncontent-disposition: form-data; name="profileImage"; filename="me.png"\r\ncontent-type: image/png\r\n\r\n`;
  const body = Buffer.concat([Buffer.from(head), picture, Buffer.from(`\r\n--${BOUNDARY}--\r\n`)]);
  const headers = { cookie, 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };
  expectStatus(await connection.send('POST', '/api/user/profile-image/upload', headers, body), 200);
}

/** As large as a photo from a phone that the browser has reduced. */
function makePicture(): Promise<Buffer> {
  const noise = { type: 'gaussian' as const, mean: 128, sigma: 40 };
  return sharp({ create: { width: 400, height: 400, channels: 3, background: '#000', noise } })
    .png()
    .toBuffer();
}
