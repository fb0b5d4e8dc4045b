import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clearErrorToast,
  lastSegment,
  showErrorToast,
  TOAST_MS,
  toastStore,
  toastText,
} from './error-toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearErrorToast();
  // Lets the recent texts expire before the next test.
  vi.advanceTimersByTime(TOAST_MS);
  vi.useRealTimers();
});

test('the toast reads message | status : code | URL : segment', () => {
  expect(
    toastText({
      segment: 'profile',
      message: 'Member not found',
      status: 'member_not_found',
      code: 404,
    }),
  ).toBe('Member not found | member_not_found : 404 | URL : profile');
});

test('lastSegment returns the last path segment without query, slash or fragment', () => {
  expect(lastSegment('/api/v1/auth/member/profile?member_id=a/b')).toBe('profile');
  expect(lastSegment('/api/v1/live/')).toBe('live');
  expect(lastSegment('https://site/api/v1/redist/countViewer#x')).toBe('countViewer');
  expect(lastSegment('')).toBe('');
});

test('a toast is shown for five seconds', () => {
  showErrorToast('first');
  vi.advanceTimersByTime(4_999);
  expect(toastStore.get()?.text).toBe('first');
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toBeNull();
});

test('another text replaces the first and is shown for a full five seconds', () => {
  showErrorToast('first');
  vi.advanceTimersByTime(3_000);
  showErrorToast('second');
  vi.advanceTimersByTime(4_999);
  expect(toastStore.get()?.text).toBe('second');
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toBeNull();
});

test('the same text is not repeated within five seconds, even after it was closed', () => {
  showErrorToast('first');
  const first = toastStore.get();
  vi.advanceTimersByTime(2_000);
  showErrorToast('first');
  expect(toastStore.get()).toBe(first);
  clearErrorToast();
  vi.advanceTimersByTime(2_999);
  showErrorToast('first');
  expect(toastStore.get()).toBeNull();
  vi.advanceTimersByTime(1);
  showErrorToast('first');
  expect(toastStore.get()?.text).toBe('first');
  expect(toastStore.get()?.id).not.toBe(first?.id);
});
