import {
  createCipheriv,
  createDecipheriv,
  createHmac,
  hash,
  hkdfSync,
  randomBytes,
} from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const KEY_BYTES = 32;
/** Characters of recovery codes, without letters and digits that look alike. */
const CODE_ALPHABET = '23456789abcdefghjkmnpqrstuvwxyz';
const CODE_CHARS = 12;
/** Number of recovery codes: enough for a lost phone and several mistakes. */
export const RECOVERY_CODES = 10;

/** Protects the second factors of staff accounts at rest, with keys derived from `STAFF_SECRET`. */
export interface StaffSecrets {
  seal(text: string): Buffer;
  /** @throws if the text was sealed with another secret or modified */
  open(sealed: Buffer): string;
  hashRecoveryCode(staffId: string, code: string): Buffer;
}

/** Creates the encryption (AES-256-GCM) and the keyed hashes of staff accounts. */
export function createStaffSecrets(secret: string): StaffSecrets {
  const derive = (use: string): Buffer =>
    Buffer.from(hkdfSync('sha256', secret, '', `sangwian staff ${use}`, KEY_BYTES));
  const sealKey = derive('totp');
  const codeKey = derive('recovery code');
  return {
    seal: (text) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', sealKey, nonce);
      const sealed = Buffer.concat([cipher.update(text), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]);
    },
    open: (sealed) => {
      const tagEnd = NONCE_BYTES + TAG_BYTES;
      const decipher = createDecipheriv('aes-256-gcm', sealKey, sealed.subarray(0, NONCE_BYTES));
      decipher.setAuthTag(sealed.subarray(NONCE_BYTES, tagEnd));
      return Buffer.concat([decipher.update(sealed.subarray(tagEnd)), decipher.final()]).toString();
    },
    hashRecoveryCode: (staffId, code) =>
      createHmac('sha256', codeKey)
        .update(`${staffId}\n${code.toLowerCase().replace(/[^0-9a-z]/g, '')}`)
        .digest(),
  };
}

/** Returns a recovery code of 59 bits: `k7mq-2xv9-htpa`. */
export function createRecoveryCode(): string {
  const chars: string[] = [];
  while (chars.length < CODE_CHARS) {
    const [byte = 0] = randomBytes(1);
    // Bytes beyond the last multiple of the alphabet's length are dropped, because they would make some characters more
    // likely.
    if (byte < 256 - (256 % CODE_ALPHABET.length)) {
      chars.push(CODE_ALPHABET[byte % CODE_ALPHABET.length] as string);
    }
  }
  return chars.join('').replace(/(.{4})(?=.)/g, '$1-');
}

/** Returns the CSRF token of a session. Only the holder of the session's token can derive it. */
export const csrfTokenOf = (sessionToken: string): string =>
  hash('sha256', `csrf ${sessionToken}`, 'base64url');
