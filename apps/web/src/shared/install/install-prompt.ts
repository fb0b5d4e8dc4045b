import { createStore, useStore } from '../store.ts';

/** What Chromium's browsers give a page that may be installed. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
  readonly userChoice: Promise<{ readonly outcome: 'accepted' | 'dismissed' }>;
}

const offered = createStore<InstallEvent | null>(null);

/** The browser tells once, maybe before anything is drawn: what it gives is kept until a fan asks for it. */
export function followInstallPrompt(): void {
  window.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offered.set(event as InstallEvent);
  });
  window.addEventListener('appinstalled', () => offered.set(null));
}

/** Asks the browser to install the site; `null` where it does not offer that, or has done so. */
export function useInstall(): (() => Promise<void>) | null {
  const event = useStore(offered, null);
  if (event === null) return null;
  return async () => {
    await event.prompt();
    await event.userChoice;
    // It can be asked once; the browser gives another when it may be asked again.
    offered.set(null);
  };
}
