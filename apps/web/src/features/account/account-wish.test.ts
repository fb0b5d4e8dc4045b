import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setNavigator } from '../../shared/navigation/navigation.ts';
import { signInAgain, takeWish } from './account-wish.ts';

const WISH = { kind: 'link', way: 'apple' } as const;
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

test('who logs in again comes back to the account, and to what they were about to do, once', () => {
  signInAgain({ of: 'm1', to: WISH });
  expect(went.at(-1)).toBe('/sign-in?from=%2Fprofile');
  expect(takeWish('m1', ['pin'])).toBeNull();
  expect(takeWish('m1', ['link', 'unlink'])).toEqual(WISH);
  expect(takeWish('m1', ['link', 'unlink'])).toBeNull();
});

test('a wish is nobody else’s', () => {
  signInAgain({ of: 'm1', to: WISH });
  expect(takeWish('m2', ['link'])).toBeNull();
  expect(takeWish('m1', ['link'])).toBeNull();
});

test('a wish is forgotten after a while', () => {
  signInAgain({ of: 'm1', to: WISH });
  vi.advanceTimersByTime(16 * MINUTE_MS);
  expect(takeWish('m1', ['link'])).toBeNull();
});
