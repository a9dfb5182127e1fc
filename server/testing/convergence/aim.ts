/** What one write was answered with. */
export interface Sent {
  method: string;
  path: string;
  key: string | null;
  status: number;
  body: unknown;
}

interface Target {
  /** The address of some node, as a load balancer would pick it. */
  pickUrl: () => string;
  cookie: string;
  onSent: (sent: Sent) => void;
}

let target: Target | undefined;

/** Says whose requests this copy of the client makes, and to where. */
export function aim(next: Target): void {
  target = next;
}

/** Takes the place of the browser's own in the bundled client. */
export async function fetch(path: string, init: RequestInit = {}): Promise<Response> {
  if (!target) throw new Error('This copy of the client is not aimed yet');
  const headers = new Headers(init.headers);
  headers.set('cookie', target.cookie);
  const answer = await globalThis.fetch(target.pickUrl() + path, { ...init, headers });
  const body = answer.status === 204 ? undefined : await answer.clone().json();
  const key = headers.get('idempotency-key');
  target.onSent({ method: init.method ?? 'GET', path, key, status: answer.status, body });
  return answer;
}
