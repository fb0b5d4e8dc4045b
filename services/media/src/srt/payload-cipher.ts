import { createDecipheriv, pbkdf2Sync } from 'node:crypto';

/** Fields of a key material message (draft-sharabayko-srt-01, 3.2.2). */
const HEAD = { signature: 0x122029, cipherAesCtr: 2 } as const;
const SALT_AT = 16;
const SALT_BYTES = 16;
/** Bytes of the salt that enter the counter; the last two bytes of a counter block count its blocks. */
const COUNTER_SALT_BYTES = 14;
const SEQUENCE_AT = 10;
const WRAP_CHECK = Buffer.alloc(8, 0xa6);
const WRAP_BYTES = 8;
const ITERATIONS = 2_048;
const KEY_FLAG = { even: 1, odd: 2 } as const;
const KEY_BITS: Readonly<Record<number, 128 | 192 | 256>> = { 16: 128, 24: 192, 32: 256 };

interface KeyMaterial {
  readonly salt: Buffer;
  readonly keyBits: 128 | 192 | 256;
  /** Content keys by their flag. */
  readonly keys: ReadonlyMap<number, Buffer>;
}

/** Unwraps the content keys of a message; `null` if the passphrase is wrong or the message is invalid. */
function readKeyMaterial(passphrase: string, message: Buffer): KeyMaterial | null {
  if (message.length < SALT_AT + SALT_BYTES) return null;
  if (message.readUIntBE(0, 3) !== HEAD.signature) return null;
  if (message.readUInt8(8) !== HEAD.cipherAesCtr) return null;
  const flags = message.readUInt8(3) & 3;
  const keyBytes = message.readUInt8(15) * 4;
  const keyBits = KEY_BITS[keyBytes];
  if (keyBits === undefined || message.readUInt8(14) * 4 !== SALT_BYTES || flags === 0) return null;
  const named = [KEY_FLAG.even, KEY_FLAG.odd].filter((flag) => (flags & flag) !== 0);
  const wrapped = message.subarray(SALT_AT + SALT_BYTES);
  if (wrapped.length !== WRAP_BYTES + named.length * keyBytes) return null;
  const salt = Buffer.from(message.subarray(SALT_AT, SALT_AT + SALT_BYTES));
  const wrapKey = pbkdf2Sync(passphrase, salt.subarray(8), ITERATIONS, keyBytes, 'sha1');
  try {
    const unwrap = createDecipheriv(`id-aes${keyBits}-wrap`, wrapKey, WRAP_CHECK);
    const content = Buffer.concat([unwrap.update(wrapped), unwrap.final()]);
    const keys = new Map(
      named.map((flag, index) => [
        flag,
        content.subarray(index * keyBytes, (index + 1) * keyBytes),
      ]),
    );
    return { salt, keyBits, keys };
  } catch {
    return null;
  }
}

/** Decrypts the payloads of one connection by AES in counter mode. */
export class PayloadCipher {
  readonly #passphrase: string;
  #salt: Buffer;
  #keyBits: 128 | 192 | 256;
  readonly #keys: Map<number, Buffer>;

  private constructor(passphrase: string, { salt, keyBits, keys }: KeyMaterial) {
    this.#passphrase = passphrase;
    this.#salt = salt;
    this.#keyBits = keyBits;
    this.#keys = new Map(keys);
  }

  /** Returns the cipher of a key material message; `null` if the passphrase is wrong or the message is invalid. */
  static open(passphrase: string, message: Buffer): PayloadCipher | null {
    const material = readKeyMaterial(passphrase, message);
    return material === null ? null : new PayloadCipher(passphrase, material);
  }

  /** Adds the keys of a later message. Returns whether it is valid. */
  renew(message: Buffer): boolean {
    const material = readKeyMaterial(this.#passphrase, message);
    if (material === null) return false;
    this.#salt = material.salt;
    this.#keyBits = material.keyBits;
    for (const [flag, key] of material.keys) this.#keys.set(flag, key);
    return true;
  }

  /** Returns the decrypted payload; `null` if the key is unknown. @param encryption the packet's key flag */
  decrypt(sequence: number, encryption: number, payload: Buffer): Buffer | null {
    const key = this.#keys.get(encryption);
    if (key === undefined) return null;
    const counter = Buffer.alloc(16);
    counter.writeUInt32BE(sequence, SEQUENCE_AT);
    for (let at = 0; at < COUNTER_SALT_BYTES; at += 1)
      counter.writeUInt8(counter.readUInt8(at) ^ this.#salt.readUInt8(at), at);
    return createDecipheriv(`aes-${this.#keyBits}-ctr`, key, counter).update(payload);
  }
}
