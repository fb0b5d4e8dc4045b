import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowedPassword } from '@sangwian/contract/rules/password';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that are common in Thailand and missing from the library's list; lower case, one per line. */
const OWN_LIST = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trim()
  .split('\n');

/** Common passwords that pass the other rules, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...OWN_LIST,
  ...dictionary['passwords-common'].filter(isAllowedPassword).map((word) => word.toLowerCase()),
]);

/** Words of the site and of Muay Thai. An attacker of this site would try these words with digits first. */
const SITE_WORDS: ReadonlySet<string> = new Set([
  ...['sangwian', 'muaythai', 'muay', 'thaiboxing', 'boxing', 'kickboxing', 'thaifight'],
  ...['lumpinee', 'lumpini', 'rajadamnern', 'ratchadamnoen', 'thailand', 'bangkok', 'siam'],
]);

/** Matches punctuation around a common password, a variation that attackers try too. */
const DECORATION = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** Matches a Thai mobile number in national or international format. */
const PHONE = /(?:0|66)[689]\d{8}/;
/** A password that contains a phone number needs at least this many further characters. */
const CHARS_BESIDE_PHONE_MIN = 4;

function isPhoneNumber(plain: string): boolean {
  const written = plain.replace(/[\s.+-]/g, '');
  const [phone] = PHONE.exec(written) ?? [];
  return phone !== undefined && written.length - phone.length < CHARS_BESIDE_PHONE_MIN;
}

function isCommon(password: string): boolean {
  const plain = password.toLowerCase();
  return (
    COMMON_PASSWORDS.has(plain) ||
    COMMON_PASSWORDS.has(plain.replace(DECORATION, '')) ||
    SITE_WORDS.has(plain.replace(/[^\p{L}]/gu, '')) ||
    isPhoneNumber(plain)
  );
}

/** Returns the error of a new password; `null` if the password is accepted. */
export function passwordErrorOf(password: string): 'password_weak' | 'password_common' | null {
  if (!isAllowedPassword(password)) return 'password_weak';
  return isCommon(password) ? 'password_common' : null;
}
