import { setTimeout as delay } from 'node:timers/promises';

const POLL_MS = 100;

/** Resolves once a URL responds successfully. */
export async function untilAnswers(url: string): Promise<void> {
  for (;;) {
    const ok = await fetch(url).then(
      (response) => response.ok,
      () => false,
    );
    if (ok) return;
    await delay(POLL_MS);
  }
}
