import { expect, test } from 'vitest';
import { LIMITS } from './limits.ts';

/** What the specification, and the design where that leaves it open, say in numbers. Other tests measure with `LIMITS`. */
test('the limits are those of the specification', () => {
  expect(LIMITS).toMatchObject({
    apiTimeoutMs: 30_000,
    passwordCharsOver: 6,
    otpDigits: 6,
    handoverHoursMax: 12,
  });
});

test('the limits that the specification leaves open are those that were decided', () => {
  expect(LIMITS).toMatchObject({
    bodyBytesMax: 65_536,
    uploadBytesMax: 5_242_880,
    listDefault: 20,
    listMax: 100,
    otpMinutes: 5,
    otpTriesMax: 5,
    otpTokenMinutes: 10,
    pinDigits: 6,
    avatarPx: 512,
    ageYearsMin: 13,
    buyerAgeYearsMin: 20,
    trafficDaysKept: 90,
    customCoinsMin: 20,
    customCoinsMax: 50_000,
    watchSilenceMs: 45_000,
    chatHistoryMax: 100,
  });
  expect(LIMITS.tickMs).toBeGreaterThanOrEqual(100);
  expect(LIMITS.tickMs).toBeLessThanOrEqual(250);
});
