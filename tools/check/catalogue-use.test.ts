import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ERROR_CODES, type ErrorCode } from '@sangwian/contract/errors/codes';
import { ERROR_EN } from '@sangwian/contract/errors/en';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** Error codes that no source file uses, each with the reason. */
const UNUSED: Partial<Record<ErrorCode, string>> = {
  member_phone_not_found:
    'the wire answers password_invalid for both, so that it does not reveal registered phones',
};

/** Source code of the services and apps, without tests and without the contract's tables. */
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

/** Returns whether the source code contains the error code as a string literal, or the browser shows its message. */
const isUsed = (code: ErrorCode): boolean =>
  CODE.includes(`'${code}'`) || CODE.includes(`t\`${ERROR_EN[code]}\``);

test('every error code of the catalogue is used', () => {
  const silent = ERROR_CODES.filter((code) => !isUsed(code) && !(code in UNUSED));
  expect(silent).toEqual([]);
});

test('no error code listed as unused is used', () => {
  for (const code of Object.keys(UNUSED) as ErrorCode[]) expect(isUsed(code), code).toBe(false);
});

test('finds an unused error code', () => {
  expect(isUsed('a_code_without_use' as ErrorCode)).toBe(false);
});
