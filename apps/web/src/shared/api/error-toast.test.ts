import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  clearErrorToast,
  lastSegment,
  showErrorToast,
  toastStore,
  toastText,
} from './error-toast.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  clearErrorToast();
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

test('a second toast takes the place of the first and has its own five seconds', () => {
  showErrorToast('first');
  const first = toastStore.get();
  vi.advanceTimersByTime(3_000);
  showErrorToast('first');
  expect(toastStore.get()?.id).not.toBe(first?.id);
  vi.advanceTimersByTime(4_999);
  expect(toastStore.get()?.text).toBe('first');
  vi.advanceTimersByTime(1);
  expect(toastStore.get()).toBeNull();
});
