/** Decodes a base64url key. */
export function bytesOfKey(key: string): Uint8Array<ArrayBuffer> {
  const text = atob(key.replaceAll('-', '+').replaceAll('_', '/'));
  return Uint8Array.from(text, (letter) => letter.charCodeAt(0));
}

/** Returns whether a subscription was created with this key; `true` if the browser does not report the key. */
export function isSameKey(used: ArrayBuffer | null, key: string): boolean {
  if (used === null) return true;
  const [mine, other] = [bytesOfKey(key), new Uint8Array(used)];
  return mine.length === other.length && mine.every((byte, index) => byte === other[index]);
}
