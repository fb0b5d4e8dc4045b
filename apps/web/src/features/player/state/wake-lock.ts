/**
 * Keeps the screen awake while `awake()` says so. The browser takes the lock away from a hidden page, so it is asked
 * for again when the page is back. The result gives it up for good.
 */
export const keepAwake = (awake: () => boolean): { update: () => void; release: () => void } => {
  let lock: WakeLockSentinel | null = null;
  let asking = false;
  let released = false;

  const update = async () => {
    if (!released && awake() && !document.hidden) {
      if (lock !== null || asking || !('wakeLock' in navigator)) return;
      asking = true;
      try {
        const taken = await navigator.wakeLock.request('screen');
        taken.addEventListener('release', () => {
          if (lock === taken) lock = null;
        });
        lock = taken;
      } catch {
        // A low battery or a policy says no: then the screen does as the device is set to.
      } finally {
        asking = false;
      }
      if (released || !awake()) drop();
    } else {
      drop();
    }
  };
  const drop = () => {
    void lock?.release();
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
