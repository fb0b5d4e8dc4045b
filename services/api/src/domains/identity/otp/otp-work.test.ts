import { expect, test } from 'vitest';
import { bitsFor, OTP_WORK } from './otp-limits.ts';
import { countZeroBits, makeChallenge, readSolvedBits } from './otp-work.ts';
import { solveWork } from './testing/solve-work.ts';

const SECRET = 'the secret of a test';
const PHONE = '+66812345678';
const NOW = new Date('2026-11-22T12:00:00Z');
const solved = (bits: number) => {
  const challenge = makeChallenge(SECRET, { phone: PHONE, bits, now: NOW });
  const details = [
    { path: 'challenge', message: challenge },
    { path: 'bits', message: String(bits) },
  ];
  return solveWork({ body: { details } });
};

test('counts the leading zero bits of a hash', () => {
  expect(countZeroBits(Uint8Array.of(0x80))).toBe(0);
  expect(countZeroBits(Uint8Array.of(0, 0x1f))).toBe(11);
  expect(countZeroBits(Uint8Array.of(0, 0))).toBe(16);
});

test('accepts a solved challenge for its phone during five minutes', () => {
  const work = solved(8);
  const read = (phone: string, secondsLater: number): number =>
    readSolvedBits(SECRET, phone, work, new Date(NOW.getTime() + secondsLater * 1000));
  expect(read(PHONE, 299)).toBe(8);
  expect(read(PHONE, 300)).toBe(0);
  expect(read('+66812345679', 0)).toBe(0);
});

test('refuses a forged, altered or unsolved challenge', () => {
  const work = solved(8);
  const cheaper = { ...work, challenge: work.challenge.replace(/^8\./, '1.') };
  for (const forged of [
    cheaper,
    { ...work, nonce: `${work.nonce}0`.padStart(16, '9') },
    { challenge: 'nonsense', nonce: '1' },
  ]) {
    const bits = readSolvedBits('another secret', PHONE, forged, NOW);
    expect(bits).toBe(0);
  }
  expect(readSolvedBits(SECRET, PHONE, cheaper, NOW)).toBe(0);
});

test('the required bits rise with every ten requests, up to a maximum', () => {
  expect([0, 1, 10, 11, 21].map(bitsFor)).toEqual([0, 15, 15, 16, 17]);
  expect(bitsFor(1_000_000)).toBe(OTP_WORK.bitsMax);
});
