import WebSocket from 'ws';

export interface Tab {
  /** Stops reading, as a tab whose machine went to sleep. */
  stall(): void;
  close(): void;
}

const CONNECT = '40';
const CONNECT_ERROR = '44';
const EVENT = '42';
const PING = '2';
const PONG = '3';

/**
 * One tab's socket with engine.io and socket.io spoken by hand: a thousand real clients in one process would measure
 * themselves. `onEvent` gets each event as it came, unparsed.
 */
export function openTab(port: number, cookie: string, onEvent: (text: string) => void): Promise<Tab> {
  return new Promise((resolve, reject) => {
    const socket = new WebSocket(`ws://127.0.0.1:${port}/socket.io/?EIO=4&transport=websocket`, {
      headers: { cookie },
      perMessageDeflate: false,
    });
    socket.on('error', reject);
    socket.on('message', (data: Buffer) => {
      const text = data.toString();
      if (text.startsWith(EVENT)) onEvent(text);
      else if (text === PING) socket.send(PONG);
      else if (text.startsWith('0')) socket.send(CONNECT);
      else if (text.startsWith(CONNECT_ERROR)) reject(new Error(`A tab was turned away: ${text}`));
      else if (text.startsWith(CONNECT)) resolve({ stall: () => socket.pause(), close: () => socket.terminate() });
    });
  });
}
