import type { Browser } from './browser.ts';
import type { Bundle } from './bundles.ts';
import { globalsOf } from './globals.ts';
import { send } from './http.ts';
import { ORIGIN, withScope } from './machines.ts';
import type { Network, Weather } from './network.ts';
import { Program, type World } from './world.ts';

export type TabCode = typeof import('./entries/tab.ts');
export type SocketCode = typeof import('./entries/websocket.ts');

/** The globals that the bundle of the client gets. */
export const TAB_GLOBALS = [
  ...['setTimeout', 'setInterval', 'setImmediate', 'clearTimeout', 'clearInterval', 'clearImmediate'],
  ...[
    'Date',
    'performance',
    'Math',
    'crypto',
    'AbortSignal',
    'fetch',
    'WebSocket',
    'location',
    'document',
    'navigator',
  ],
  ...[
    'indexedDB',
    'device',
    'BroadcastChannel',
    'localStorage',
    'sessionStorage',
    'addEventListener',
    'removeEventListener',
    'dispatchEvent',
  ],
  ...['globalThis', 'global', 'self', 'window'],
] as const;

/** A request of a tab and its answer. */
export interface Exchange {
  tab: SimulatedTab;
  method: string;
  path: string;
  key: string | null;
  sentAt: number;
  status: number;
  body: string;
}

export interface TabOptions {
  name: string;
  person: Person;
  browser: Browser;
  bundle: Bundle<TabCode>;
  socketBundle: Bundle<SocketCode>;
  skewMs: number;
  weather: Weather;
  /** The address of a node, as a load balancer picks it. */
  pickNode: () => string;
  onExchange: (exchange: Exchange) => void;
  /** What the tab hears on its live connection. */
  onHeard: (tab: SimulatedTab, text: string) => void;
  /** A step of the tab that failed in a way that no refusal explains. */
  onError: (error: unknown) => void;
}

export interface Person {
  name: string;
  id: string;
  cookie: string;
}

/** A browser tab with the client's own stores. A reload runs the client's code anew. */
export class SimulatedTab {
  readonly options: TabOptions;
  readonly #world: World;
  readonly #network: Network;
  /** What the browser keeps of this tab over a reload. */
  readonly #sessionStorage = new Map<string, string>();
  readonly #localStorage = new Map<string, string>();
  program!: Program;
  code!: TabCode;
  #page = new EventTarget();
  isOpen = false;
  /** What is between the tab and the nodes loses the first answer to each write, and sends the write again. */
  isRepeating = false;
  readonly #navigator = { onLine: true, userAgent: 'simulation', language: 'en', locks: {} };

  constructor(world: World, network: Network, options: TabOptions) {
    this.#world = world;
    this.#network = network;
    this.options = options;
  }

  get name(): string {
    return this.options.name;
  }

  get folders(): ReturnType<TabCode['useFolders']['getState']> {
    return this.code.useFolders.getState();
  }

  /** True when the tab is signed in and its live connection is open. */
  isLive(): boolean {
    return this.isOpen && this.code.getSocket().connected;
  }

  /** Loads the page, as the app does: who is signed in, the live connection, and what was not sent before a reload. */
  open(bundle = this.options.bundle): void {
    const world = this.#world;
    const { name, skewMs, person } = this.options;
    this.program = new Program(world, name, skewMs);
    this.#page = new EventTarget();
    this.code = bundle.run(this.#globals());
    this.isOpen = true;
    this.program.onKill.push(() => this.#network.reset(this.program));
    world.after(0, this.program, 'the page', () => {
      const { code } = this;
      const leave = () => undefined;
      const start = async () => {
        await code.useSession.getState().resolveSession();
        const { status } = code.useSession.getState();
        if (status !== 'signedIn') return void world.after(2000, this.program, 'a reload', () => this.#do(start));
        code.startQueue();
        code.connectRealtime(leave);
        await Promise.allSettled([
          code.useFolders.getState().loadLists(),
          code.sendUnsentWrites(person.id, new Date(world.now + skewMs)),
        ]);
        const lists = code.replicasOf(code.useFolders.getState()).filter(({ folder }) => !folder.isReviewed);
        await Promise.allSettled(lists.map(({ folder }) => code.useFolders.getState().loadItems(folder.id)));
      };
      this.#do(start);
    });
  }

  /** The page goes away. A crashed tab keeps nothing of what it had in memory. */
  close({ isCrash = false } = {}): void {
    if (!this.isOpen) return;
    if (!isCrash) this.code.keepUnsentWrites(new Date(this.#world.now + this.options.skewMs));
    this.isOpen = false;
    this.program.kill();
  }

  /** Runs what a person does in the tab. Refusals are part of life; other errors are reported. */
  #do(act: () => Promise<unknown> | undefined): void {
    const report = (error: unknown) => {
      if (!['ApiError', 'OfflineError'].includes((error as Error).name)) this.options.onError(error);
    };
    try {
      act()?.catch(report);
    } catch (error) {
      report(error);
    }
  }

  act(what: string, act: () => Promise<unknown> | undefined): void {
    if (this.isOpen) this.#world.after(0, this.program, what, () => this.#do(act));
  }

  get isOnline(): boolean {
    return this.#navigator.onLine;
  }

  /** The device loses its connection, or has one again. */
  setOnline(isOnline: boolean): void {
    this.#navigator.onLine = isOnline;
    if (!isOnline && this.isOpen) this.#network.cut(this.program);
    this.#page.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  }

  #globals() {
    const own = globalsOf(this.#world, this.program, {});
    const page = this.#page;
    const { locks, ...shared } = this.options.browser.globalsFor(this.program);
    Object.assign(this.#navigator, { locks });
    const scope = withScope(
      {
        ...own,
        ...shared,
        require: undefined,
        process: undefined,
        fetch: (path: string, init?: RequestInit) => this.#fetch(path, init),
        WebSocket: this.#webSocket(own),
        location: new URL(ORIGIN),
        document: { visibilityState: 'visible', hidden: false, addEventListener: () => undefined, cookie: '' },
        navigator: this.#navigator,
        localStorage: storageOver(this.#localStorage),
        sessionStorage: storageOver(this.#sessionStorage),
        addEventListener: page.addEventListener.bind(page),
        removeEventListener: page.removeEventListener.bind(page),
        dispatchEvent: page.dispatchEvent.bind(page),
      },
      ['globalThis', 'global', 'self', 'window'],
    );
    return scope;
  }

  #webSocket(own: ReturnType<typeof globalsOf>) {
    const { socketBundle, person, onHeard } = this.options;
    const { WebSocket } = socketBundle.run(
      withScope({ ...own, importMetaUrl: import.meta.url }, ['globalThis', 'global']),
    );
    const connect = () => this.#connect();
    const tab = this;
    return class extends WebSocket {
      constructor(url: string) {
        super(url, {
          createConnection: connect as never,
          headers: { cookie: person.cookie, origin: ORIGIN },
          perMessageDeflate: false,
        });
        this.on('message', (data: Buffer) => onHeard(tab, data.toString()));
      }
    };
  }

  #connect() {
    const { pickNode, weather } = this.options;
    return this.#network.connect(this.program, this.isOnline ? pickNode() : 'nowhere', weather);
  }

  async #fetch(path: string, init: RequestInit = {}): Promise<Response> {
    const { person, onExchange } = this.options;
    const { method = 'GET', signal } = init;
    const headers = Object.fromEntries(new Headers(init.headers));
    const key = headers['idempotency-key'] ?? null;
    const ask = async () => {
      const sentAt = this.#world.now;
      const answer = await send(() => this.#connect(), {
        ...{ method, path, headers, signal, cookie: person.cookie },
        body: typeof init.body === 'string' ? init.body : undefined,
      });
      onExchange({ tab: this, method, path, key, sentAt, status: answer.status, body: answer.body });
      return answer;
    };
    if (this.isRepeating && key) await ask();
    const { status, headers: answered, body } = await ask();
    const known = Object.entries(answered).map(([name, value]): [string, string] => [name, String(value)]);
    return new Response(status === 204 ? null : body, { status, headers: known });
  }
}

function storageOver(values: Map<string, string>) {
  return {
    getItem: (key: string) => values.get(key) ?? null,
    setItem: (key: string, value: string) => void values.set(key, String(value)),
    removeItem: (key: string) => void values.delete(key),
    clear: () => values.clear(),
    key: (index: number) => [...values.keys()][index] ?? null,
    get length() {
      return values.size;
    },
  };
}
