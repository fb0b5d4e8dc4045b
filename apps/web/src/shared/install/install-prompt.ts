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

/** Returns the call that opens the install prompt; `null` if the browser does not offer it. */
export function useInstall(): (() => Promise<void>) | null {
  const event = useStore(installEvent, null);
  if (event === null) return null;
  return async () => {
    await event.prompt();
    await event.userChoice;
    // An event can be used once; the browser fires another one later.
    installEvent.set(null);
  };
}
