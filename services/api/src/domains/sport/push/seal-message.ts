import {
  createCipheriv,
  createECDH,
  createHmac,
  ECDH,
  type ECDH as EcdhKeys,
  randomBytes,
} from 'node:crypto';

const CURVE = 'prime256v1';
const SALT_BYTES = 16;
const PUBLIC_KEY_BYTES = 65;
const AUTH_BYTES = 16;
const KEY_BYTES = 16;
const NONCE_BYTES = 12;
const RECORD_BYTES = 4_096;
/** The last record: what follows is padding, of which there is none. */
const LAST_RECORD = Buffer.of(2);
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

const hmac = (key: Buffer, ...parts: readonly Buffer[]): Buffer => {
  const mac = createHmac('sha256', key);
  for (const part of parts) mac.update(part);
  return mac.digest();
};

/** HKDF of one block: the first bytes of what is expanded. */
const expand = (key: Buffer, info: Buffer, bytes: number): Buffer =>
  hmac(key, info, Buffer.of(1)).subarray(0, bytes);

function makeKeys(): EcdhKeys {
  const keys = createECDH(CURVE);
  keys.generateKeys();
  return keys;
}

/** What is made anew for every message; a test gives that of the RFC's example. */
export interface Freshness {
  readonly salt: Buffer;
  readonly keys: EcdhKeys;
}

/**
 * Seals a message for one browser (RFC 8291, content coding `aes128gcm` of RFC 8188): push services carry it without
 * being able to read it.
 */
export function sealMessage(
  text: string,
  { p256dh, auth }: BrowserKeys,
  { salt, keys }: Freshness = { salt: randomBytes(SALT_BYTES), keys: makeKeys() },
): Buffer {
  const plain = Buffer.from(text);
  if (plain.length > TEXT_BYTES_MAX) throw new RangeError('the message is too long to be pushed');
  const own = keys.getPublicKey();
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, own]);
  const secret = expand(hmac(auth, keys.computeSecret(p256dh)), info, 32);
  const key = hmac(salt, secret);
  const cipher = createCipheriv(
    'aes-128-gcm',
    expand(key, Buffer.from('Content-Encoding: aes128gcm\0'), KEY_BYTES),
    expand(key, Buffer.from('Content-Encoding: nonce\0'), NONCE_BYTES),
  );
  const head = Buffer.alloc(5);
  head.writeUInt32BE(RECORD_BYTES);
  head.writeUInt8(own.length, 4);
  return Buffer.concat([
    salt,
    head,
    own,
    cipher.update(plain),
    cipher.update(LAST_RECORD),
    cipher.final(),
    cipher.getAuthTag(),
  ]);
}
