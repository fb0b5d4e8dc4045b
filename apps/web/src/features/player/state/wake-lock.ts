/**
 * Keeps the screen awake while `awake()` returns `true`. The browser releases the lock of a hidden page, so it is
 * requested again when the page is visible.
 */
export const keepAwake = (awake: () => boolean): { update: () => void; release: () => void } => {
  let lock: WakeLockSentinel | null = null;
  let requesting = false;
  let released = false;

  const update = async () => {
    if (!released && awake() && !document.hidden) {
      if (lock !== null || requesting || !('wakeLock' in navigator)) return;
      requesting = true;
      try {
        const taken = await navigator.wakeLock.request('screen');
        taken.addEventListener('release', () => {
          if (lock === taken) lock = null;
        });
        lock = taken;
      } catch {
        // Denied because of a low battery or a policy.
      } finally {
        requesting = false;
      }
      if (released || !awake()) drop();
    } else {
      drop();
    }
  };
  const drop = () => {
    // Refused if the browser has released the lock.
    lock?.release().catch(() => {});
    lock = null;
  };
  const onVisible = () => void update();
  document.addEventListener('visibilitychange', onVisible);
  return {
    update: onVisible,
    release: () => {
      released = true;
      document.removeEventListener('visibilitychange', onVisible);
      drop();
    },
  };
};
