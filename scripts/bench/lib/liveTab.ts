import { Agent, request } from 'node:http';
import WebSocket from 'ws';
import { RECONNECT_WITHIN_MS } from '../../../common/constants.ts';

interface LiveTabOptions {
  /** The port of the next connection. */
  pickPort: () => number;
  cookie: string;
  /** The folder to follow and the rev that the tab has. Null for a control, to which the tab only reconnects. */
  folder: { id: string; rev: number } | null;
  /** Called when the tab is ready or has received changes. */
  onMove: () => void;
}

/** Controls use socket.io's default for the longest wait before a reconnection. */
const DEFAULT_WITHIN_MS = 5000;

const agent = new Agent({ keepAlive: true });

/** A tab that speaks engine.io by hand. It reconnects and fetches missed changes as the client does. */
export class LiveTab {
  /** Whether the tab is connected and has all changes that it missed. */
  isReady = false;
  rev: number;
  /** How many times the tab has fetched missed changes. */
  fetches = 0;
  port: number;
  private readonly options: LiveTabOptions;
  private socket: WebSocket;
  private attempts = 0;
  private isClosed = false;
  private isFetching = false;

  constructor(options: LiveTabOptions) {
    this.options = options;
    this.rev = options.folder?.rev ?? 0;
    this.port = options.pickPort();
    this.socket = this.connect();
  }

  close(): void {
    this.isClosed = true;
    this.socket.terminate();
  }

  private connect(): WebSocket {
    const socket = new WebSocket(`ws://127.0.0.1:${this.port}/socket.io/?EIO=4&transport=websocket`, {
      headers: { cookie: this.options.cookie },
      perMessageDeflate: false,
    });
    socket.on('message', (data: Buffer) => this.receive(data.toString()));
    socket.on('error', () => undefined);
    socket.on('close', () => this.reconnectLater());
    return socket;
  }

  private reconnectLater(): void {
    this.isReady = false;
    if (this.isClosed) return;
    const longest = this.options.folder ? RECONNECT_WITHIN_MS : DEFAULT_WITHIN_MS;
    setTimeout(
      () => {
        this.port = this.options.pickPort();
        this.socket = this.connect();
      },
      backOff(this.attempts, longest),
    );
    this.attempts += 1;
  }

  private receive(text: string): void {
    const { folder } = this.options;
    if (text === '2') this.socket.send('3');
    else if (text.startsWith('0')) this.socket.send('40');
    else if (text.startsWith('40')) {
      this.attempts = 0;
      if (folder) this.socket.send(`420["sync",${JSON.stringify({ folders: { [folder.id]: this.rev }, userRev: 0 })}]`);
      else this.becomeReady();
    } else if (text.startsWith('430')) {
      const [answer] = JSON.parse(text.slice(3)) as [{ folders?: { id: string; rev: number }[] }];
      const newer = answer.folders?.find(({ id, rev }) => id === folder?.id && rev > this.rev);
      if (newer) void this.catchUp();
      else this.becomeReady();
    } else if (text.startsWith('42["folder:changes"')) {
      this.apply((JSON.parse(text.slice(2)) as [string, { changes: { rev: number }[] }])[1].changes);
    }
  }

  private becomeReady(): void {
    this.isReady = true;
    this.options.onMove();
  }

  private apply(changes: { rev: number }[]): void {
    for (const change of changes) {
      if (change.rev === this.rev + 1) this.rev += 1;
      else if (change.rev > this.rev + 1) setTimeout(() => this.catchUp(), 250 * (1 + Math.random()));
    }
    this.options.onMove();
  }

  private async catchUp(): Promise<void> {
    const { cookie, folder } = this.options;
    if (this.isFetching || !folder) return;
    this.isFetching = true;
    this.fetches += 1;
    try {
      for (let hasMore = true; hasMore; ) {
        const path = `/api/folders/${folder.id}/changes?since=${this.rev}`;
        const page = await get<ChangesPage>(this.port, cookie, path);
        hasMore = page.more;
        this.isReady = !hasMore;
        this.apply(page.changes);
      }
    } catch {
      // The next connection asks again.
    } finally {
      this.isFetching = false;
    }
  }
}

/** The wait before a reconnection: a second, doubled for each attempt up to the longest, and varied by up to a half. */
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
