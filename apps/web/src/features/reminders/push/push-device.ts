import { callApi } from '../../../shared/api/call-api.ts';
import { bytesOfKey, isSameKey } from './key-bytes.ts';

const READY_MS_MAX = 10_000;

/**
 * Whether reminders come to this browser. `install_first`: they can once the site is on the home screen (iOS);
 * `unavailable`: this site sends none.
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
  // Where none was registered it is never ready.
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, READY_MS_MAX));
  return Promise.race([navigator.serviceWorker.ready, late]);
}

const ownSubscription = async (): Promise<PushSubscription | null> =>
  (await (await registrationOf())?.pushManager.getSubscription()) ?? null;

async function readKey(): Promise<string | null> {
  return (await callApi('GET /push/key', {})).data.public_key;
}

/** How it stands, without asking the fan anything. */
export async function readDeviceState(): Promise<DeviceState> {
  if (!isSupported()) return isIos() ? 'install_first' : 'unsupported';
  if ((await readKey()) === null) return 'unavailable';
  if (Notification.permission === 'denied') return 'denied';
  const isOn = Notification.permission === 'granted' && (await ownSubscription()) !== null;
  return isOn ? 'on' : 'off';
}

/** Tells the site where this browser's messages go. */
async function tellSite(subscription: PushSubscription): Promise<void> {
  const { endpoint, keys } = subscription.toJSON();
  const body = { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
  await callApi('PUT /push/subscription', { body });
}

/**
 * Asks the fan, and has reminders come to this browser. To be called from a tap, or no browser asks.
 *
 * @returns how it stands then
 * @throws where the site or the browser's push service is not reached, or refuses
 */
export async function turnDeviceOn(): Promise<DeviceState> {
  // First of all: a browser asks only in the moment of the tap.
  const permission = await Notification.requestPermission();
  if (permission === 'denied') return 'denied';
  if (permission !== 'granted') return 'off';
  const [key, registration] = await Promise.all([readKey(), registrationOf()]);
  if (key === null) return 'unavailable';
  if (!registration) return 'unsupported';
  const { pushManager } = registration;
  const before = await pushManager.getSubscription();
  const isCurrent = before !== null && isSameKey(before.options.applicationServerKey, key);
  // The site has another key since: services refuse it for what was subscribed with the one before.
  if (before !== null && !isCurrent) await before.unsubscribe();
  const subscription = isCurrent
    ? before
    : await pushManager.subscribe({
        userVisibleOnly: true,
        applicationServerKey: bytesOfKey(key),
      });
  await tellSite(subscription);
  return 'on';
}

/** A browser that is on stays on: with a new sign-in, or where its address changed since. */
export async function keepDeviceOn(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  const subscription = await ownSubscription();
  if (subscription) await tellSite(subscription);
}

/** Whoever signs out leaves no address behind; the site forgets it with the sign-in. */
export async function turnDeviceOff(): Promise<void> {
  if (!isSupported() || Notification.permission !== 'granted') return;
  await (await ownSubscription())?.unsubscribe();
}
