const hex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Returns a UUID of version 7. Such UUIDs sort by time. `crypto.randomUUID` is not used, because it is missing over
 * plain HTTP, for example on a developer's phone.
 */
export const uuidV7 = (nowMs: number = Date.now()): string => {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  let rest = nowMs;
  for (let index = 5; index >= 0; index -= 1) {
    bytes[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  bytes[6] = ((bytes[6] ?? 0) & 0x0f) | 0x70;
  bytes[8] = ((bytes[8] ?? 0) & 0x3f) | 0x80;
  const text = hex(bytes);
  return [
    text.slice(0, 8),
    text.slice(8, 12),
    text.slice(12, 16),
    text.slice(16, 20),
    text.slice(20),
  ].join('-');
};
