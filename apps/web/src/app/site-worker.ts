import { getSession, onSessionChange } from '../shared/session/session.ts';
import { siteUpdate } from './site-update.ts';

const WORKER = '/sw.js';
const ANSWER_MS_MAX = 3_000;
/** A page that stays open all evening looks for a new build when it is looked at, this often at most. */
const LOOK_MS = 15 * 60_000;

/** The entry that this page was made from, which is the name of its build. */
const ownBuild = (): string | undefined => {
  const entry = document.querySelector<HTMLScriptElement>('script[type="module"][src]');
  return entry ? new URL(entry.src).pathname : undefined;
};

/** Which build a worker belongs to; `null`: it does not say. */
function buildOf(worker: ServiceWorker): Promise<unknown> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    port1.onmessage = ({ data }) => resolve(data);
    setTimeout(() => resolve(null), ANSWER_MS_MAX);
    worker.postMessage('which build', [port2]);
  });
}

/** Loads the page anew once the new worker has taken over, so that every tab is of the same build. */
function load(registration: ServiceWorkerRegistration): void {
  if (!registration.waiting) {
    window.location.reload();
    return;
  }
  navigator.serviceWorker.addEventListener('controllerchange', () => window.location.reload());
  registration.waiting.postMessage('take over');
}

/**
 * A page that was fetched after a deployment is new already, whatever worker it has: then the new worker takes over
 * unasked. An older one is told of.
 */
async function compare(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.waiting ?? registration.active;
  if (!worker) return;
  const build = await buildOf(worker);
  if (build === null) return;
  if (build !== ownBuild()) siteUpdate.set(() => load(registration));
  else if (worker === registration.waiting) worker.postMessage('take over');
}

/** Reminders come to this browser for as long as a member is signed in on it. Who allows none fetches no code for it. */
function followMember(): void {
  let before: string | undefined;
  const change = async (memberId: string | undefined): Promise<void> => {
    if (!('Notification' in window) || Notification.permission !== 'granted') return;
    const { keepDeviceOn, turnDeviceOff } = await import(
      '../features/reminders/push/push-device.ts'
    );
    await (memberId === undefined ? turnDeviceOff() : keepDeviceOn());
  };
  const look = (): void => {
    const { status, member } = getSession();
    const memberId = status === 'signed_in' ? member?.member_id : undefined;
    if (memberId === before || status === 'unknown') return;
    // A push service that is away is for the next start.
    change(memberId).catch(() => {});
    before = memberId;
  };
  onSessionChange(look);
  look();
}

/** Has the service worker at work, and finds out when there is a newer build of the site. */
export async function followSiteWorker(): Promise<void> {
  const { serviceWorker } = navigator;
  // A browser that refuses it (private mode, blocked site data) shows the site without.
  const registration = await serviceWorker
    .register(WORKER, { updateViaCache: 'none' })
    .catch(() => undefined);
  if (!registration) return;
  followMember();
  const look = () => void compare(registration);
  registration.addEventListener('updatefound', () => {
    const { installing } = registration;
    installing?.addEventListener('statechange', () => {
      if (installing.state === 'installed' && serviceWorker.controller) look();
    });
  });
  serviceWorker.addEventListener('controllerchange', look);
  look();
  let lookedAt_ms = Date.now();
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState !== 'visible' || Date.now() - lookedAt_ms < LOOK_MS) return;
    lookedAt_ms = Date.now();
    // Without a network there is nothing to find.
    registration.update().catch(() => {});
  });
}
