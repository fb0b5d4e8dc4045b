import { ECDH } from 'node:crypto';
import webPush from 'web-push';

const CURVE = 'prime256v1';
const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;
/** RFC 8291, 4: what every push service takes. */
const TEXT_BYTES_MAX = 3_993;

/** What a browser made for its subscription. */
export interface BrowserKeys {
  /** Its public key, 65 bytes. */
  readonly p256dh: Buffer;
  /** What only the browser and we know, 16 bytes. */
  readonly auth: Buffer;
}

/** The keys of a subscription as a browser writes them, base64url; `null` for what cannot be sealed for. */
export function readBrowserKeys(keys: { p256dh: string; auth: string }): BrowserKeys | null {
  const p256dh = Buffer.from(keys.p256dh, 'base64url');
  const auth = Buffer.from(keys.auth, 'base64url');
  if (p256dh.length !== PUBLIC_KEY_BYTES || p256dh[0] !== 4) return null;
  if (auth.length !== AUTH_BYTES) return null;
  try {
    // Throws for what is no point of the curve.
    ECDH.convertKey(p256dh, CURVE);
  } catch {
    return null;
  }
  return { p256dh, auth };
}

/**
 * Encrypts a message for one browser (RFC 8291, content coding `aes128gcm` of RFC 8188): push services carry it without
 * being able to read it.
 *
 * @throws {RangeError} on a message that is too long for some push service
 */
export function sealMessage(text: string, { p256dh, auth }: BrowserKeys): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > TEXT_BYTES_MAX) throw new RangeError('the message is too long to be pushed');
  const [key, secret] = [p256dh.toString('base64url'), auth.toString('base64url')];
  return webPush.encrypt(key, secret, plain, 'aes128gcm').cipherText;
}
