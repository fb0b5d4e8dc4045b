import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isComing } from '@sangwian/contract/coming';
import { ENDPOINTS } from '@sangwian/contract/contract';
import { expect, it } from 'vitest';
import { describeAccess } from './access-matrix.ts';

it('docs/access.md is current and has a row for every served endpoint', () => {
  const text = describeAccess();
  expect(readFileSync(join(import.meta.dirname, '../../docs/access.md'), 'utf8')).toBe(text);
  for (const operation of Object.keys(ENDPOINTS).filter((key) => !isComing(key)))
    expect(text).toContain(`| \`${operation}\` |`);
});
