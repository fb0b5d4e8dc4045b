import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowedPassword } from '@sangwian/contract/rules/password';

/** Common passwords that pass the other rules; lower case, one per line. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
);

/** Punctuation around a common password, which attackers try too. */
const DECORATION = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** Returns why a new password is refused; `null` if it is accepted. */
export function passwordErrorOf(password: string): 'password_weak' | 'password_common' | null {
  if (!isAllowedPassword(password)) return 'password_weak';
  const plain = password.toLowerCase();
  return COMMON.has(plain) || COMMON.has(plain.replace(DECORATION, '')) ? 'password_common' : null;
}
