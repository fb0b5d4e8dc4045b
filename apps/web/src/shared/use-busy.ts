import { useRef, useState } from 'react';

/**
 * Returns whether work is in progress, and a function that starts work. Ignores a second start while work is in progress, for example after a double click.
 *
 * @example const [busy, run] = useBusy(); <Button aria-disabled={busy} onClick={() => void run(save)}>…</Button>
 */
export function useBusy(): [boolean, (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  // A ref, because a second click can arrive before the state is rendered.
  const started = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (started.current) return;
    started.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      started.current = false;
      setBusy(false);
    }
  };
  return [busy, run];
}
