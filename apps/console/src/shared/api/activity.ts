/** A read this long after the last input is no act of the person. */
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

/** Returns whether the person has left the console alone, so that what it reads keeps no session alive. */
export const isIdle = (): boolean => performance.now() - lastInputMs > IDLE_MS;
