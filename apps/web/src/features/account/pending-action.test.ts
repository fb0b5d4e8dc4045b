import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setNavigator } from '../../shared/navigation/navigation.ts';
import { signInAgain, takePendingAction } from './pending-action.ts';

const LINK_APPLE = { kind: 'link', way: 'apple' } as const;
const MINUTE_MS = 60_000;

let went: string[];
beforeEach(() => {
  went = [];
  setNavigator((to) => went.push(to));
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  setNavigator(() => {});
});

test('continues the action once after the member has signed in again', () => {
  signInAgain({ memberId: 'm1', action: LINK_APPLE });
  expect(went.at(-1)).toBe('/sign-in?from=%2Fprofile');
  expect(takePendingAction('m1', ['pin'])).toBeNull();
  expect(takePendingAction('m1', ['link', 'unlink'])).toEqual(LINK_APPLE);
  expect(takePendingAction('m1', ['link', 'unlink'])).toBeNull();
});

test('drops the action when another member signs in', () => {
  signInAgain({ memberId: 'm1', action: LINK_APPLE });
  expect(takePendingAction('m2', ['link'])).toBeNull();
  expect(takePendingAction('m1', ['link'])).toBeNull();
});

test('drops the action after its lifetime', () => {
  signInAgain({ memberId: 'm1', action: LINK_APPLE });
  vi.advanceTimersByTime(16 * MINUTE_MS);
  expect(takePendingAction('m1', ['link'])).toBeNull();
});
