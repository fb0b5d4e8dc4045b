import { expect, test } from 'vitest';
import { ResumePoint } from './resume-point.ts';

const LIVE = { positionS: 30, programTimeMs: 1_000_000 };

test('a rewound viewer returns to the same moment once after a change of engine', () => {
  const point = new ResumePoint();
  point.keep(880_000);
  expect(point.pending).toBe(true);
  expect(point.positionFrom(LIVE)).toBe(-90);
  expect(point.pending).toBe(false);
  expect(point.positionFrom(LIVE)).toBe(null);
});

test('a viewer who is at the live edge or already at that moment is not moved', () => {
  const point = new ResumePoint();
  point.keep(null);
  expect(point.positionFrom(LIVE)).toBe(null);
  point.keep(999_500);
  expect(point.positionFrom(LIVE)).toBe(null);
});
