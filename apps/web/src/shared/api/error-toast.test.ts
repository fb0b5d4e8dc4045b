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
  // The texts of one test are old in the next.
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

test('the segment is the last of the path, without query, slash or fragment', () => {
  expect(lastSegment('/api/v1/auth/member/profile?member_id=a/b')).toBe('profile');
  expect(lastSegment('/api/v1/live/')).toBe('live');
  expect(lastSegment('https://site/api/v1/redist/countViewer#x')).toBe('countViewer');
  expect(lastSegment('')).toBe('');
});

test('a toast is there for five seconds', () => {
  showErrorToast('first');
  vi.advanceTimersByTime(4_999);
  expect(toastStore.get()?.text).toBe('first');
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toBeNull();
});

test('another text takes the place of the first and has its own five seconds', () => {
  showErrorToast('first');
  vi.advanceTimersByTime(3_000);
  showErrorToast('second');
  vi.advanceTimersByTime(4_999);
  expect(toastStore.get()?.text).toBe('second');
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toBeNull();
});

test('the same text is not repeated within five seconds, neither while it is shown nor once it was closed', () => {
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
