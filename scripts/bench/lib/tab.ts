import WebSocket from 'ws';

export interface Tab {
  /** Stops reading, as a tab on a sleeping machine does. */
  stall(): void;
  /** Sends an event and resolves with its answer. */
  ask(event: string, payload: object): Promise<unknown>;
  close(): void;
}

const CONNECT = '40';
const CONNECT_ERROR = '44';
const EVENT = '42';
const ANSWER = '43';
const PING = '2';
const PONG = '3';

/**
 * A tab that speaks engine.io and socket.io by hand. A thousand real clients would cost more than the server that is
 * measured. `onEvent` gets the unparsed text of each event.
 */
export function openTab(port: number, cookie: string, onEvent: (text: string) => void): Promise<Tab> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      headers: { cookie },
      perMessageDeflate: false,
    });
    const asked: ((answer: unknown) => void)[] = [];
    const ask: Tab['ask'] = (event, payload) =>
      new Promise((answered, failed) => {
        socket.once('close', () => failed(new Error('The tab was disconnected')));
        socket.send(`${EVENT}${asked.push(answered) - 1}${JSON.stringify([event, payload])}`);
      });
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith(EVENT)) onEvent(text);
      else if (text.startsWith(ANSWER)) {
        const [, number, answers = '[]'] = /^43(\d+)(.*)$/s.exec(text) ?? [];
        asked[Number(number)]?.((JSON.parse(answers) as unknown[])[0]);
      } else if (text === PING) socket.send(PONG);
      else if (text.startsWith('0')) socket.send(CONNECT);
      else if (text.startsWith(CONNECT_ERROR)) reject(new Error(`A tab was refused: ${text}`));
      else if (text.startsWith(CONNECT)) resolve({ stall: () => socket.pause(), ask, close: () => socket.terminate() });
    });
  });
}
