import { afterEach, expect, test, vi } from 'vitest';
import { toProof, withoutEnded } from './reset-draft.ts';

afterEach(() => {
  vi.useRealTimers();
});

test('keeps a proof after a reload as long as the server accepts the proof', () => {
  vi.useFakeTimers({ now: 0 });
  const kept = { otp: null, byOtp: toProof('otp'), byPin: toProof('pin') };
  vi.setSystemTime(599_999);
  expect(withoutEnded(kept)).toEqual(kept);
  vi.setSystemTime(600_000);
  expect(withoutEnded(kept)).toEqual({ otp: null, byOtp: null, byPin: null });
});
