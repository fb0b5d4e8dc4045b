import { useRef, useState } from 'react';

/**
 * Returns whether work is in progress, and the call that starts work. Ignores a second start, such as a double click.
 *
 * @example const [busy, run] = useBusy(); <Button aria-disabled={busy} onClick={() => void run(save)}>…</Button>
 */
export function useBusy(): [boolean, (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  // A second click can come before the state is rendered.
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
