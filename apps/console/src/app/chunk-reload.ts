const KEY = 'console.chunk-reload-at';
const RELOAD_PAUSE_MS = 60_000;

/**
 * Reloads the console when a chunk fails to load: a deployment removes the chunks of the old build. Reloads at most
 * once a minute, and never while offline, because an offline reload would lose typed text.
 */
export function reloadOnChunkFailure(): void {
  window.addEventListener('vite:preloadError', () => {
    const lastMs = Number(sessionStorage.getItem(KEY));
    if (!navigator.onLine || Date.now() - lastMs < RELOAD_PAUSE_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
