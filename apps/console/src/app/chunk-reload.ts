const KEY = 'console.chunk-reload-at';
const RELOAD_PAUSE_MS = 60_000;

/**
 * Reloads the console when a chunk fails to load, because a deployment removes the chunks of the old build. At most once
 * a minute, and never without a network, where a reload would only lose what was typed.
 */
export function reloadOnChunkFailure(): void {
  window.addEventListener('vite:preloadError', () => {
    const lastMs = Number(sessionStorage.getItem(KEY));
    if (!navigator.onLine || Date.now() - lastMs < RELOAD_PAUSE_MS) return;
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
