/** A browser that can show push messages. */
export interface FakePush {
  /** The present subscription. Null without one. */
  subscription: { endpoint: string } | null;
  /** The texts of the notifications that the browser shows. */
  shown: string[];
  subscribe(): Promise<unknown>;
}

/** What jsdom lacks for push messages: a service worker with a push manager, and the permission to show notifications. */
export function fakePush(): FakePush {
  let subscribed = 0;
  const toSubscription = (endpoint: string) => ({
    endpoint,
    toJSON: () => ({ endpoint, keys: { p256dh: 'key', auth: 'secret' } }),
    unsubscribe: async () => {
      push.subscription = null;
      return true;
    },
  });
  const push: FakePush = {
    subscription: null,
    shown: [],
    async subscribe() {
      subscribed += 1;
      push.subscription = toSubscription(`https://push.test/${subscribed}`);
      return push.subscription;
    },
  };
  const pushManager = { getSubscription: async () => push.subscription, subscribe: push.subscribe };
  const getNotifications = async () =>
    push.shown.map((text) => ({ close: () => push.shown.splice(push.shown.indexOf(text), 1) }));
  const serviceWorker = { getRegistration: async () => ({ pushManager, getNotifications }) };
  Object.defineProperty(navigator, 'serviceWorker', { configurable: true, value: serviceWorker });
  const Notification = { permission: 'granted', requestPermission: async () => 'granted' };
  Object.assign(window, { PushManager: class {}, Notification });
  return push;
}
