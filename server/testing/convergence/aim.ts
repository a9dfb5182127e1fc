/** A request and its answer. */
export interface Sent {
  method: string;
  path: string;
  key: string | null;
  status: number;
  body: unknown;
}

interface Target {
  /** Picks the address of a node, as a load balancer does. */
  pickUrl: () => string;
  cookie: string;
  onSent: (sent: Sent) => void;
}

let target: Target | undefined;

/** Sets the user of this copy of the client, and the nodes that get its requests. */
export function aim(next: Target): void {
  target = next;
}

/** Replaces the browser's fetch in the bundled client. */
export async function fetch(path: string, init: RequestInit = {}): Promise<Response> {
  if (!target) throw new Error('Call aim before the first request');
  const headers = new Headers(init.headers);
  headers.set('cookie', target.cookie);
  const answer = await globalThis.fetch(target.pickUrl() + path, { ...init, headers });
  const body = answer.status === 204 ? undefined : await answer.clone().json();
  const key = headers.get('idempotency-key');
  target.onSent({ method: init.method ?? 'GET', path, key, status: answer.status, body });
  return answer;
}

/** Replaces the window of the bundled client for its events, such as the device being online again. */
const page = new EventTarget();
export const addEventListener = page.addEventListener.bind(page);
export const removeEventListener = page.removeEventListener.bind(page);
export const dispatchEvent = page.dispatchEvent.bind(page);
