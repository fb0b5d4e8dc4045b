import { callApi } from '../../../shared/api/call-api.ts';
import { bytesOfKey, isSameKey } from './key-bytes.ts';

const READY_MS_MAX = 10_000;

/**
 * Whether reminders reach this browser. `install_first`: only after the site is installed on the home screen (iOS).
 * `unavailable`: this site sends no push messages.
 */
export type DeviceState = 'on' | 'off' | 'denied' | 'unsupported' | 'install_first' | 'unavailable';

const isIos = (): boolean =>
  /iPhone|iPad|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isSupported = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;

async function registrationOf(): Promise<ServiceWorkerRegistration | undefined> {
  const registration = await navigator.serviceWorker.getRegistration().catch(() => undefined);
  if (registration?.active) return registration;
  // Checked first, because `ready` never settles without a registration.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, READY_MS_MAX));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

const ownSubscription = async (): Promise<PushSubscription | null> =>
  (await (await registrationOf())?.pushManager.getSubscription()) ?? null;

async function readKey(): Promise<string | null> {
  return (await callApi('GET /push/key', {})).data.public_key;
}

/** Returns the push state of this browser without a permission prompt. */
export async function readDeviceState(): Promise<DeviceState> {
  if (!isSupported()) return isIos() ? 'install_first' : 'unsupported';
  if ((await readKey()) === null) return 'unavailable';
  if (Notification.permission === 'denied') return 'denied';
  const isOn = Notification.permission === 'granted' && (await ownSubscription()) !== null;
  return isOn ? 'on' : 'off';
}

/** Registers the push URL of this browser at the API. */
async function registerSubscription(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
  await callApi('PUT /push/subscription', { body });
}

/**
 * Asks for permission and subscribes this browser. Browsers show the prompt only during a tap.
 *
 * @returns the new state
 * @throws if the API or the browser's push service cannot be reached, or refuses
 */
export async function turnDeviceOn(): Promise<DeviceState> {
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted') return 'off';
  const [key, registration] = await Promise.all([readKey(), registrationOf()]);
  if (key === null) return 'unavailable';
  if (!registration) return 'unsupported';
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  const isCurrent = before !== null && isSameKey(before.options.applicationServerKey, key);
  // The site's key has changed. Push services refuse a new key for a subscription with the old key.
  if (before !== null && !isCurrent) await before.unsubscribe();
  const subscription = isCurrent
    ? before
    : await pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytesOfKey(key),
      });
  await registerSubscription(subscription);
  return 'on';
}

/** Registers the subscription again, for a new session or after a change of its URL. */
export async function keepDeviceOn(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const subscription = await ownSubscription();
  if (subscription) await registerSubscription(subscription);
}

/** Unsubscribes this browser on sign-out. The API removes the push URL with the session. */
export async function turnDeviceOff(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  await (await ownSubscription())?.unsubscribe();
}
