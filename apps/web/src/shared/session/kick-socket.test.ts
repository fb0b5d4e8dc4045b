import type { MemberId, WatchToken } from '@sangwian/contract/ids';
import { expect, test } from 'vitest';
import { banOf, isEjected } from './kick-socket.ts';

const me = '0199a0b0-0000-7000-8000-000000000009' as MemberId;
const token = '0199a0b0-0000-7000-8000-000000000077' as WatchToken;

test('a ban or suspension of the stored member signs out', () => {
  expect(banOf({ member_status: 'ban', member_id: me }, me)).toBe('ban');
  expect(banOf({ member_status: 'suspend', member_id: me }, me)).toBe('suspend');
});

test('a ban of somebody else, or with nobody stored, does nothing', () => {
  expect(banOf({ member_status: 'ban', member_id: me }, 'another')).toBeNull();
  expect(banOf({ member_status: 'ban', member_id: me }, null)).toBeNull();
});

test('only the watch of this browser is ejected', () => {
  expect(isEjected({ old_watch_token: token }, token)).toBe(true);
  expect(isEjected({ old_watch_token: token }, 'another')).toBe(false);
  expect(isEjected({ old_watch_token: token }, null)).toBe(false);
  expect(isEjected({ old_watch_token: '' as WatchToken }, '')).toBe(false);
});
