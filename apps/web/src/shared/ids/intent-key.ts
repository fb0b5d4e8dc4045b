import { uuidV7 } from './uuid-v7.ts';

const PREFIX = 'intent:';

/** The fallback if the browser refuses storage; lost with the page. */
const remembered = new Map<string, string>();

function read(intent: string): string | null {
  try {
    return globalThis.sessionStorage?.getItem(PREFIX + intent) ?? remembered.get(intent) ?? null;
  } catch {
    return remembered.get(intent) ?? null;
  }
}

/**
 * Returns the idempotency key of an intent. Until `forgetIntent` the key is the same, even after a double click, a lost
 * response, a reload or the back button.
 *
 * @param intent the name of the intent, such as `pay:<order>:promptpay`
 */
export function intentKey(intent: string): string {
  const stored = read(intent);
  if (stored !== null) return stored;
  const key = uuidV7();
  remembered.set(intent, key);
  try {
    globalThis.sessionStorage?.setItem(PREFIX + intent, key);
  } catch {
    // Storage is refused: the key is kept as long as the page.
  }
  return key;
}

/** Forgets an intent that has succeeded or was refused. The next attempt gets a new key. */
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
