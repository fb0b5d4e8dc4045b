import { expect, test } from 'vitest';
import { LIMITS } from './limits.ts';

/** Repeats the numbers of the specification, and of the design where the specification has none. */
test('the limits equal those of the specification', () => {
  expect(LIMITS).toMatchObject({
    apiTimeoutMs: 30_000,
    passwordCharsOver: 6,
    otpDigits: 6,
    handoverHoursMax: 12,
  });
});

test('limits that the specification leaves open equal the design decisions', () => {
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
