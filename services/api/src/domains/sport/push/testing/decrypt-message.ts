import { createDecipheriv, createECDH, type ECDH, hkdfSync, randomBytes } from 'node:crypto';
import type { BrowserKeys } from '../encrypt-message.ts';

/** The subscription of a browser, with the browser's key pair. */
export interface TestBrowser {
  readonly keys: BrowserKeys;
  readonly keyPair: ECDH;
}

export function makeBrowser(): TestBrowser {
  const keyPair = createECDH('prime256v1');
  keyPair.generateKeys();
  return { keyPair, keys: { p256dh: keyPair.getPublicKey(), auth: randomBytes(16) } };
}

const derive = (key: Buffer, salt: Buffer, info: Buffer | string, bytes: number): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt, info, bytes));

/** Decrypts a message as the browser does. Throws if the message is for another browser. */
export function decryptMessage(encrypted: Buffer, { keyPair, keys }: TestBrowser): string {
  const salt = encrypted.subarray(0, 16);
  const senderEnd = 21 + encrypted.readUInt8(20);
  const sender = encrypted.subarray(21, senderEnd);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), keys.p256dh, sender]);
  const secret = derive(keyPair.computeSecret(sender), keys.auth, info, 32);
  const decipher = createDecipheriv(
    'aes-128-gcm',
    derive(secret, salt, 'Content-Encoding: aes128gcm\0', 16),
    derive(secret, salt, 'Content-Encoding: nonce\0', 12),
  );
  decipher.setAuthTag(encrypted.subarray(-16));
  const padded = Buffer.concat([
    decipher.update(encrypted.subarray(senderEnd, -16)),
    decipher.final(),
  ]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}
