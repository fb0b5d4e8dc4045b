import { createStore, useStore } from '../store.ts';

/** Chromium's `beforeinstallprompt` event. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const installEvent = createStore<InstallEvent | null>(null);

/** Stores the install event, which the browser fires once, possibly before the first render. */
export function followInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    installEvent.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => installEvent.set(null));
}

/** Returns a function that opens the install prompt; `null` if the browser does not offer the installation. */
export function useInstall(): (() => Promise<void>) | null {
  const event = useStore(installEvent, null);
  if (event === null) return null;
  return async () => {
    await event.prompt();
    await event.userChoice;
    // An install event can be used only once. The browser may fire another event later.
    installEvent.set(null);
  };
}
