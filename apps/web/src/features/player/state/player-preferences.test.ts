import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, readPreferences } from './player-preferences.ts';

test('results wait for the picture until somebody wants it otherwise', () => {
  expect(readPreferences(null)).toEqual(DEFAULT_PREFERENCES);
  expect(DEFAULT_PREFERENCES.spoilerSafe).toBe(true);
  expect(readPreferences('{"spoilerSafe":false}').spoilerSafe).toBe(false);
});

test('what something else has stored is no preference', () => {
  for (const text of ['', '{', 'null', '[]', '{"spoilerSafe":"no","audioOnly":1}']) {
    expect(readPreferences(text)).toEqual(DEFAULT_PREFERENCES);
  }
});

test('a browser that saves data saves it here too, unless the viewer said otherwise', () => {
  const saving = { ...DEFAULT_PREFERENCES, dataSaver: true };
  expect(readPreferences(null, saving).dataSaver).toBe(true);
  expect(readPreferences('{"dataSaver":false}', saving).dataSaver).toBe(false);
});
