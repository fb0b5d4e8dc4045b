import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Codes that nothing says, each with its reason. */
const UNSAID: Partial<Record<ErrorCode, string>> = {
  member_phone_not_found:
    'the wire says password_invalid of both, so that nobody learns whose a phone is',
};

/** Everything that runs: the code of the services and of the web, without tests and without the contract's tables. */
const CODE = execFileSync(
  'git',
  ['ls-files', '-z', '--', 'services', 'apps', 'packages/node-kit'],
  {
    cwd: root,
    encoding: 'utf8',
  },
)
  .split('\0')
  .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$|\/testing\//.test(file))
  .map((file) => readFileSync(join(root, file), 'utf8'))
  .join('\n');

/**
 * A code is said where it is thrown, returned or mapped to, always as a quoted word; what a browser finds out by itself
 * it says with the sentence.
 */
const isSaid = (code: ErrorCode): boolean =>
  CODE.includes(`'${code}'`) || CODE.includes(`t\`${ERROR_EN[code]}\``);

test('every code of the catalogue is said by something', () => {
  const silent = ERROR_CODES.filter((code) => !isSaid(code) && !(code in UNSAID));
  expect(silent).toEqual([]);
});

test('what is listed as unsaid is said by nothing', () => {
  for (const code of Object.keys(UNSAID) as ErrorCode[]) expect(isSaid(code), code).toBe(false);
});

test('a code that nothing says is found', () => {
  expect(isSaid('a_code_that_nothing_says' as ErrorCode)).toBe(false);
});
