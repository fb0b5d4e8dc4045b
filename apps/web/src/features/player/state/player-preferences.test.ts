import { expect, test } from 'vitest';
import { DEFAULT_PREFERENCES, readPreferences } from './player-preferences.ts';

test('spoiler protection is on by default and can be switched off', () => {
  expect(readPreferences(null)).toEqual(DEFAULT_PREFERENCES);
  expect(DEFAULT_PREFERENCES.spoilerSafe).toBe(true);
  expect(readPreferences('{"spoilerSafe":false}').spoilerSafe).toBe(false);
});

test('malformed stored values are replaced by the defaults', () => {
  for (const text of ['', '{', 'null', '[]', '{"spoilerSafe":"no","audioOnly":1}']) {
    expect(readPreferences(text)).toEqual(DEFAULT_PREFERENCES);
  }
});

test('the browser’s data saver is the default unless the viewer has chosen otherwise', () => {
  const saving = { ...DEFAULT_PREFERENCES, dataSaver: true };
  expect(readPreferences(null, saving).dataSaver).toBe(true);
  expect(readPreferences('{"dataSaver":false}', saving).dataSaver).toBe(false);
});
