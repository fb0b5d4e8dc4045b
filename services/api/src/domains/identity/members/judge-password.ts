import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAllowedPassword } from '@sangwian/contract/rules/password';

/** Passwords that guessers try first, of those that the other rules allow; lower case, one a line. */
const COMMON: ReadonlySet<string> = new Set(
  readFileSync(join(import.meta.dirname, 'common-passwords.txt'), 'utf8')
    .trim()
    .split('\n'),
);

/** What people put around a common word, and guessers know that they do. */
const DECORATION = /^[^\p{L}\p{N}]+|(?<=[\p{L}\p{N}])[^\p{L}\p{N}]+$/gu;

/** What stands against a new password; `null`: nothing. */
export function judgePassword(password: string): 'password_weak' | 'password_common' | null {
  if (!isAllowedPassword(password)) return 'password_weak';
  const plain = password.toLowerCase();
  return COMMON.has(plain) || COMMON.has(plain.replace(DECORATION, '')) ? 'password_common' : null;
}
