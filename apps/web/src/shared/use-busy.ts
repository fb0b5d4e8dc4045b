import { useRef, useState } from 'react';

/**
 * Whether something is under way, and how to begin it. While it is, a second beginning (a double click) is not made.
 *
 * @example const [busy, run] = useBusy(); <Button aria-disabled={busy} onClick={() => void run(save)}>…</Button>
 */
export function useBusy(): [boolean, (work: () => Promise<void>) => Promise<void>] {
  const [busy, setBusy] = useState(false);
  // The state comes with the next drawing; a second click may come before.
  const begun = useRef(false);
  const run = async (work: () => Promise<void>) => {
    if (begun.current) return;
    begun.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      begun.current = false;
      setBusy(false);
    }
  };
  return [busy, run];
}
