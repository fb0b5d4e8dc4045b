import { uuidV7 } from './uuid-v7.ts';

const PREFIX = 'intent:';

/** Used while the browser refuses storage; lasts as long as the page. */
const remembered = new Map<string, string>();

function read(intent: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(PREFIX + intent) ?? remembered.get(intent) ?? null;
  } catch {
    return remembered.get(intent) ?? null;
  }
}

/**
 * Returns the idempotency key of an intent: the same after a double click, a lost response, a reload or the back button,
 * until `forgetIntent`.
 *
 * @param intent its name, such as `pay:<order>:promptpay`
 */
export function intentKey(intent: string): string {
  const stored = read(intent);
  if (stored !== null) return stored;
  const key = uuidV7();
  remembered.set(intent, key);
  try {
    globalThis.sessionStorage?.setItem(PREFIX + intent, key);
  } catch {
    // The key then lasts as long as the page.
  }
  return key;
}

/** Forgets an intent that was done or refused; the next attempt gets a new key. */
export function forgetIntent(intent: string): void {
  remembered.delete(intent);
  try {
    globalThis.sessionStorage?.removeItem(PREFIX + intent);
  } catch {
    // As above.
  }
}

/** Forgets all intents whose name starts with a prefix. */
export function forgetIntents(prefix: string): void {
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
  for (const name of names) if (name.startsWith(prefix)) forgetIntent(name);
}
