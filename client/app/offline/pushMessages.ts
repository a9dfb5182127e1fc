/** The parts of a service worker that push messages need. */
export interface PushScope {
  addEventListener(type: 'push', listener: (event: PushMessage) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: NotificationClick) => void): void;
  registration: { showNotification(title: string, options: NotificationOptions): Promise<void> };
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: true }): Promise<readonly OpenWindow[]>;
    openWindow(url: string): Promise<unknown>;
  };
  location: { origin: string };
}

interface Waiting {
  waitUntil(work: Promise<unknown>): void;
}
interface PushMessage extends Waiting {
  data: { json(): unknown } | null;
}
interface NotificationClick extends Waiting {
  notification: { data: unknown; close(): void };
}
interface OpenWindow {
  url: string;
  focus(): Promise<unknown>;
  navigate(url: string): Promise<unknown>;
}

interface Message {
  text: string;
  path: string;
  tag: string;
}

/** Shows the server's push messages, and opens what one is about when it is clicked. */
export function showPushMessages(scope: PushScope): void {
  scope.addEventListener('push', (event) => {
    const { text, path, tag } = readMessage(event.data);
    const options = { body: text, tag, data: { path }, icon: '/icons/icon-192.png', badge: '/icons/icon-192.png' };
    // Browsers require that each message shows something.
    event.waitUntil(scope.registration.showNotification('Marquee', options));
  });

  scope.addEventListener('notificationclick', (event) => {
    event.notification.close();
    event.waitUntil(open(scope, pathOf(event.notification.data)));
  });
}

function readMessage(data: PushMessage['data']): Message {
  const message = (data?.json() ?? {}) as Partial<Message>;
  return {
    text: message.text ?? 'You have new notifications',
    path: message.path ?? '/notifications',
    tag: message.tag ?? 'marquee',
  };
}

function pathOf(data: unknown): string {
  const { path } = (data ?? {}) as { path?: unknown };
  // Only a path of this site.
  return typeof path === 'string' && /^\/(?!\/)/.test(path) ? path : '/notifications';
}

/** In a window of the app that is open already, else in a new one. */
async function open({ clients, location }: PushScope, path: string): Promise<void> {
  const url = new URL(path, location.origin).href;
  const windows = await clients.matchAll({ type: 'window', includeUncontrolled: true });
  const [first] = windows.filter((one) => one.url.startsWith(location.origin));
  if (!first) await clients.openWindow(url);
  else {
    await first.focus();
    await first.navigate(url);
  }
}
