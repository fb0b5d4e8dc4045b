import { uuidV7 } from './uuid-v7.ts';

const PREFIX = 'intent:';

/** For browsers that refuse storage: as long as the page lasts. */
const remembered = new Map<string, string>();

function read(intent: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(PREFIX + intent) ?? remembered.get(intent) ?? null;
  } catch {
    return remembered.get(intent) ?? null;
  }
}

/**
 * The idempotency key of something that the fan means to do once: the same after a double click, a lost answer, a
 * reload or the back key, until `forgetIntent`.
 *
 * @param intent names it, e.g. `pay:<order>:promptpay`
 */
export function intentKey(intent: string): string {
  const known = read(intent);
  if (known !== null) return known;
  const key = uuidV7();
  remembered.set(intent, key);
  try {
    globalThis.sessionStorage?.setItem(PREFIX + intent, key);
  } catch {
    // It then lasts as long as the page.
  }
  return key;
}

/** It was done or refused: the next time is another intent. */
export function forgetIntent(intent: string): void {
  remembered.delete(intent);
  try {
    globalThis.sessionStorage?.removeItem(PREFIX + intent);
  } catch {
    // As above.
  }
}

/** Forgets every intent whose name begins so. */
export function forgetIntents(beginning: string): void {
  const names = new Set(remembered.keys());
  try {
    const { sessionStorage } = globalThis;
    for (let index = 0; index < sessionStorage.length; index += 1) {
      const key = sessionStorage.key(index);
      if (key?.startsWith(PREFIX)) names.add(key.slice(PREFIX.length));
    }
  } catch {
    // As above.
  }
  for (const name of names) if (name.startsWith(beginning)) forgetIntent(name);
}
