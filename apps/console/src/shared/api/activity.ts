/** A read this long after the last input does not count as activity. */
const IDLE_MS = 60_000;

let lastInputMs = performance.now();
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchstart']) {
  window.addEventListener(
    event,
    () => {
      lastInputMs = performance.now();
    },
    { capture: true, passive: true },
  );
}

/** Returns whether the person has been inactive. Reads of an inactive console do not extend the session. */
export const isIdle = (): boolean => performance.now() - lastInputMs > IDLE_MS;
