import { WatchToken } from '@sangwian/contract/ids';
import { expect, it } from 'vitest';
import { uuidV7 } from './uuid-v7.ts';

it('uuidV7 returns UUIDs that the contract accepts and that sort by time', () => {
  const noon = Date.parse('2026-11-21T12:00:00Z');
  const made = Array.from({ length: 50 }, (_, index) => uuidV7(noon + index));
  for (const id of made) expect(WatchToken.safeParse(id).success).toBe(true);
  expect([...made].sort()).toEqual(made);
  expect(new Set(made.map((id) => id.slice(14))).size).toBe(50);
  expect(uuidV7(noon).replaceAll('-', '').slice(0, 12)).toBe(noon.toString(16).padStart(12, '0'));
});
