const KEY = 'chunk-reload-at';
export const RELOAD_PAUSE_MS = 60_000;

/** Whether a page whose chunk failed may reload: at most once a minute. */
export const mayReload = (now_ms: number, last_ms: number | null): boolean =>
  last_ms === null || now_ms - last_ms >= RELOAD_PAUSE_MS || now_ms < last_ms;

/**
 * After a deployment the chunks of an old page are gone: the page reloads, at most once a minute. Within that minute
 * the failure goes on to the error page; without a network too, where a reload would only lose the page and what was
 * typed on it.
 */
export function reloadOnChunkFailure(): void {
  window.addEventListener('vite:preloadError', (event) => {
    if (!navigator.onLine) return;
    const stored = Number(sessionStorage.getItem(KEY));
    const now = Date.now();
    if (!mayReload(now, stored > 0 ? stored : null)) return;
    sessionStorage.setItem(KEY, String(now));
    event.preventDefault();
    window.location.reload();
  });
}
