import { ECDH } from 'node:crypto';
import webPush from 'web-push';

const CURVE = 'prime256v1';
const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;
/** RFC 8291, section 4: every push service accepts messages up to this size. */
const TEXT_BYTES_MAX = 3_993;

export interface BrowserKeys {
  /** The browser's public key, 65 bytes. */
  readonly p256dh: Buffer;
  /** The secret shared with the browser, 16 bytes. */
  readonly auth: Buffer;
}

/** Parses the base64url keys of a subscription. Returns `null` if they are invalid. */
export function readBrowserKeys(keys: { p256dh: string; auth: string }): BrowserKeys | null {
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (p256dh.length !== PUBLIC_KEY_BYTES || p256dh[0] !== 4) return null;
  if (auth.length !== AUTH_BYTES) return null;
  try {
    // Throws if the key is not a point of the curve.
    ECDH.convertKey(p256dh, CURVE);
  } catch {
    return null;
  }
  return { p256dh, auth };
}

/**
 * Encrypts a message for one browser, so that the push service cannot read it (RFC 8291, content coding `aes128gcm` of
 * RFC 8188).
 *
 * @throws {RangeError} if the message is too long for push services
 */
export function encryptMessage(text: string, { p256dh, auth }: BrowserKeys): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > TEXT_BYTES_MAX) throw new RangeError('the message is too long to be pushed');
  const [key, secret] = [p256dh.toString('base64url'), auth.toString('base64url')];
  return webPush.encrypt(key, secret, plain, 'aes128gcm').cipherText;
}
