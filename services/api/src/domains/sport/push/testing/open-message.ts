import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { BrowserKeys } from '../seal-message.ts';

/** A browser that subscribed, with what only it knows. */
export interface TestBrowser {
  readonly keys: BrowserKeys;
  readonly own: ECDH;
}

export function makeBrowser(): TestBrowser {
  const own = createECDH('prime256v1');
  own.generateKeys();
  return { own, keys: { p256dh: own.getPublicKey(), auth: randomBytes(16) } };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Opens what was sealed for a browser, as the browser does. Throws where it is another one's. */
export function openMessage(sealed: Buffer, { own, keys }: TestBrowser): string {
  const salt = sealed.subarray(0, 16);
  const senderEnd = 21 + sealed.readUInt8(20);
  const sender = sealed.subarray(21, senderEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.p256dh, sender]);
  const secret = derive(own.computeSecret(sender), keys.auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(sealed.subarray(-16));
  const padded = Buffer.concat([
    decipher.update(sealed.subarray(senderEnd, -16)),
    decipher.final(),
  ]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
