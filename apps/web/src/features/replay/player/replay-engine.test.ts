import { expect, it } from 'vitest';
import { hasPlayedToEnd } from './replay-engine.ts';

it('ends at the end of the playlist', () => {
  expect(hasPlayedToEnd({ positionS: 59.9, bufferedS: 60, lengthS: 60 })).toBe(true);
  expect(hasPlayedToEnd({ positionS: 59, bufferedS: 60, lengthS: 60 })).toBe(false);
});

it('ends at the end of a buffer that a reconnect of the encoder shortened', () => {
  expect(hasPlayedToEnd({ positionS: 59.7, bufferedS: 59.86, lengthS: 60 })).toBe(true);
});

it('does not end where the buffer has run dry before the end of the playlist', () => {
  expect(hasPlayedToEnd({ positionS: 30, bufferedS: 30, lengthS: 60 })).toBe(false);
});

it('does not end before the playlist is known', () => {
  expect(hasPlayedToEnd({ positionS: 0, bufferedS: 0, lengthS: 0 })).toBe(false);
});
