import { Agent, request } from 'node:http';
import WebSocket from 'ws';
import { RECONNECT_WITHIN_MS } from '../../../common/constants.ts';

export interface LiveTabOptions {
  /** Where the next connection goes. */
  pickPort: () => number;
  cookie: string;
  /** Of our own server: the folder to follow, and from where; a control is only reconnected to. */
  folder: { id: string; rev: number } | null;
  onMove: () => void;
}

export interface LiveTab {
  /** Connected, and told what was missed. */
  isReady(): boolean;
  rev(): number;
  /** Requests for missed changes. */
  fetches(): number;
  port(): number;
  close(): void;
}

const agent = new Agent({ keepAlive: true });

/** A tab as the client makes it, engine.io spoken by hand: comes back by itself and asks what it missed. */
export function openLiveTab({ pickPort, cookie, folder, onMove }: LiveTabOptions): LiveTab {
  let rev = folder?.rev ?? 0;
  let fetches = 0;
  let attempts = 0;
  let isReady = false;
  let isClosed = false;
  let isFetching = false;
  let port = pickPort();
  let socket: WebSocket;

  const hear = (changes: { rev: number }[]) => {
    for (const change of changes) {
      if (change.rev === rev + 1) rev += 1;
      else if (change.rev > rev + 1) setTimeout(catchUp, 250 * (1 + Math.random()));
    }
    onMove();
  };

  const catchUp = async () => {
    if (isFetching || !folder) return;
    isFetching = true;
    fetches += 1;
    try {
      for (let hasMore = true; hasMore; ) {
        const page = await get<ChangesPage>(port, cookie, `/api/folders/${folder.id}/changes?since=${rev}`);
        hasMore = page.more;
        isReady = !hasMore;
        hear(page.changes);
      }
    } catch {
      // The next connection asks again.
    } finally {
      isFetching = false;
    }
  };

  const receive = (text: string) => {
    if (text === '2') socket.send('3');
    else if (text.startsWith('0')) socket.send('40');
    else if (text.startsWith('40')) {
      attempts = 0;
      if (folder) socket.send(`420["sync",${JSON.stringify({ folders: { [folder.id]: rev }, userRev: 0 })}]`);
      else {
        isReady = true;
        onMove();
      }
    } else if (text.startsWith('430')) {
      const [answer] = JSON.parse(text.slice(3)) as [{ folders?: { id: string; rev: number }[] }];
      const ahead = answer.folders?.find(({ id }) => id === folder?.id);
      if (ahead && ahead.rev > rev) void catchUp();
      else {
        isReady = true;
        onMove();
      }
    } else if (text.startsWith('42["folder:changes"')) {
      hear((JSON.parse(text.slice(2)) as [string, { changes: { rev: number }[] }])[1].changes);
    }
  };

  const connect = () => {
    port = pickPort();
    socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      headers: { cookie },
      perMessageDeflate: false,
    });
    socket.on('message', (data: Buffer) => receive(data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isReady = false;
      if (isClosed) return;
      setTimeout(connect, backOff(attempts, folder ? RECONNECT_WITHIN_MS : DEFAULT_WITHIN_MS));
      attempts += 1;
    });
  };
  connect();

  return {
    isReady: () => isReady,
    rev: () => rev,
    fetches: () => fetches,
    port: () => port,
    close() {
      isClosed = true;
      socket.terminate();
    },
  };
}

/** What socket.io does where nothing else is said: the controls. */
const DEFAULT_WITHIN_MS = 5000;

/** One second, doubled up to the longest, half of it more or less. */
function backOff(attempts: number, longest: number): number {
  const wait = 1000 * 2 ** attempts;
  const deviation = Math.random() * 0.5 * wait;
  return Math.min(Math.random() < 0.5 ? wait - deviation : wait + deviation, longest);
}

interface ChangesPage {
  changes: { rev: number }[];
  more: boolean;
}

function get<T>(port: number, cookie: string, path: string): Promise<T> {
  return new Promise((resolve, reject) => {
    const sent = request({ port, host: '127.0.0.1', path, agent, headers: { cookie } }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const text = Buffer.concat(chunks).toString();
        if (answer.statusCode === 200) resolve(JSON.parse(text) as T);
        else reject(new Error(`GET ${path} answered ${answer.statusCode}: ${text.slice(0, 200)}`));
      });
    });
    sent.on('error', reject);
    sent.end();
  });
}
