import type { ChannelBody } from '../../../common/schemas/notice.ts';
import { pushChannel, setPushChannel } from '../offline/keeping.ts';

/** The registered service worker, which shows push messages. Undefined where the browser or the address allows none. */
async function findWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator) || !('PushManager' in window) || !('Notification' in window)) return undefined;
  return navigator.serviceWorker.getRegistration();
}

interface ThisBrowser {
  canPush: boolean;
  isBlocked: boolean;
  /** The channel that this browser was turned on with. The server may have deleted it, or it is of another account. */
  channelId: string | null;
}

/** Whether this browser can show push messages, and for which channel. */
export async function readThisBrowser(): Promise<ThisBrowser> {
  const worker = await findWorker();
  if (!worker) return { canPush: false, isBlocked: false, channelId: null };
  const subscription = await worker.pushManager.getSubscription();
  return {
    canPush: true,
    isBlocked: Notification.permission === 'denied',
    channelId: subscription && pushChannel(),
  };
}

/** Asks for permission and subscribes. Call it on a click only. Null if the person does not allow it. */
export async function subscribeThisBrowser(pushKey: string): Promise<ChannelBody | null> {
  const worker = await findWorker();
  if (!worker || (await Notification.requestPermission()) !== 'granted') return null;
  // A subscription with an earlier key of this server would refuse its messages.
  await (await worker.pushManager.getSubscription())?.unsubscribe();
  const subscription = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys: { p256dh = '', auth = '' } = {} } = subscription.toJSON();
  if (!endpoint) throw new Error('The browser gave no address for push messages');
  return { kind: 'push', name: browserName(), subscription: { endpoint, keys: { p256dh, auth } } };
}

/**
 * Ends what this browser shows of the person who leaves it. The push service then answers 410 to the server, which deletes the
 * channel. Never throws.
 */
export async function leaveThisBrowser(): Promise<void> {
  try {
    const worker = await findWorker();
    for (const shown of (await worker?.getNotifications()) ?? []) shown.close();
    setPushChannel(null);
    await (await worker?.pushManager.getSubscription())?.unsubscribe();
  } catch {
    // Without a connection some browsers keep the subscription. Signing out matters more.
  }
}

/** For the list of devices: 'Firefox on Android'. */
function browserName(): string {
  const agent = navigator.userAgent;
  const browser = /Edg\//.test(agent)
    ? 'Edge'
    : /Firefox\//.test(agent)
      ? 'Firefox'
      : /Chrome\//.test(agent)
        ? 'Chrome'
        : 'Safari';
  const system = agent.match(/Android|iPhone|iPad|Windows|Mac OS X|Linux/)?.[0].replace('Mac OS X', 'macOS');
  return system ? `${browser} on ${system}` : browser;
}
