import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowedPassword } from '@sangwian/contract/rules/password';
import { dictionary } from '@zxcvbn-ts/language-common';

/** Passwords that Thai fans choose and that the library's list does not have; lower case, one per line. */
const OWN_LIST = readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
  .trim()
  .split('\n');

/** Common passwords that pass the other rules, in lower case. */
export const COMMON_PASSWORDS: ReadonlySet<string> = new Set([
  ...OWN_LIST,
  ...dictionary['passwords-common'].filter(isAllowedPassword).map((word) => word.toLowerCase()),
]);

/** Words of the site and its sport, the first that an attacker of this site puts digits behind. */
const SITE_WORDS: ReadonlySet<string> = new Set([
  ...['sangwian', 'muaythai', 'muay', 'thaiboxing', 'boxing', 'kickboxing', 'thaifight'],
  ...['lumpinee', 'lumpini', 'rajadamnern', 'ratchadamnoen', 'thailand', 'bangkok', 'siam'],
]);

/** Punctuation around a common password, which attackers try too. */
const DECORATION = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** A Thai mobile number, in national or international form. */
const PHONE = /(?:0|66)[689]\d{8}/;
/** Fewer characters around a phone number do not protect it. */
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

/** Returns why a new password is refused; `null` if it is accepted. */
export function passwordErrorOf(password: string): 'password_weak' | 'password_common' | null {
  if (!isAllowedPassword(password)) return 'password_weak';
  return isCommon(password) ? 'password_common' : null;
}
