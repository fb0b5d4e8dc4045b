import { getSession, onSessionChange } from '../shared/session/session.ts';
import { siteUpdate } from './site-update.ts';

const WORKER = '/sw.js';
const RESPONSE_TIMEOUT_MS = 3_000;
/** The minimum time between two checks for a new build when the page becomes visible. */
const UPDATE_CHECK_MIN_MS = 15 * 60_000;

/** Returns the page's entry file, which identifies its build. */
const ownBuild = (): string | undefined => {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return entry ? new URL(entry.src).pathname : undefined;
};

/** Requests the build of a worker. Returns `null` without a response. */
function buildOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(null), RESPONSE_TIMEOUT_MS);
    worker.postMessage('which build', [port2]);
  });
}

/** Reloads the page after the new worker has taken over, so that all tabs run the same build. */
function reloadWith(registration: ServiceWorkerRegistration): void {
  if (!registration.waiting) {
    window.location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
  registration.waiting.postMessage('take over');
}

/**
 * Compares the builds of the page and its worker. If both are equal, a waiting worker takes over at once. If they
 * differ, the update notice is shown.
 */
async function compareBuilds(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.waiting ?? registration.active;
  if (!worker) return;
  const build = await buildOf(worker);
  if (build === null) return;
  if (build !== ownBuild()) siteUpdate.set(() => reloadWith(registration));
  else if (worker === registration.waiting) worker.postMessage('take over');
}

/**
 * Keeps the push subscription registered while a member is signed in. Without permission for notifications the code is
 * not loaded.
 */
function followMember(): void {
  let previousId: string | undefined;
  const change = async (memberId: string | undefined): Promise<void> => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const { keepDeviceOn, turnDeviceOff } = await import(
      '../features/reminders/push/push-device.ts'
    );
    await (memberId === undefined ? turnDeviceOff() : keepDeviceOn());
  };
  const update = (): void => {
    const { status, member } = getSession();
    const memberId = status === 'signed_in' ? member?.member_id : undefined;
    if (memberId === previousId || status === 'unknown') return;
    // After a failure of the push service, the next start of the page retries.
    change(memberId).catch(() => {});
    previousId = memberId;
  };
  onSessionChange(update);
  update();
}

/** Registers the service worker and watches for newer builds. */
export async function followSiteWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  // Some browsers refuse service workers in private mode or with blocked site data.
  const registration = await serviceWorker
    .register(WORKER, { updateViaCache: 'none' })
    .catch(() => undefined);
  if (!registration) return;
  followMember();
  const check = () => void compareBuilds(registration);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && serviceWorker.controller) check();
    });
  });
  serviceWorker.addEventListener('controllerchange', check);
  check();
  let checkedAtMs = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - checkedAtMs < UPDATE_CHECK_MIN_MS)
      return;
    checkedAtMs = Date.now();
    // Fails without a network; the next check retries.
    registration.update().catch(() => {});
  });
}
