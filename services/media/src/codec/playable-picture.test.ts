import { expect, test } from 'vitest';
import { refuseUnplayable } from './playable-picture.ts';

const FORMAT = {
  width: 640,
  height: 360,
  frameRate: 30,
  profile: 100,
  chromaFormat: 1,
  bitDepth: 8,
};

test('profiles that every browser decodes are accepted', () => {
  for (const profile of [66, 77, 100])
    expect(() => refuseUnplayable({ ...FORMAT, profile })).not.toThrow();
});

test.each([
  [{ chromaFormat: 2, bitDepth: 10, profile: 122 }, '4:2:2', 'yuv420p'],
  [{ chromaFormat: 3, profile: 244 }, '4:4:4', 'yuv420p'],
  [{ chromaFormat: 0 }, '4:0:0', 'yuv420p'],
  [{ bitDepth: 10, profile: 110 }, '10 bits', 'yuv420p'],
  [{ profile: 244 }, 'profile 244', 'high'],
])('%o is refused with the setting to change', (format, reason, remedy) => {
  expect(() => refuseUnplayable({ ...FORMAT, ...format })).toThrow(reason);
  expect(() => refuseUnplayable({ ...FORMAT, ...format })).toThrow(remedy);
});
