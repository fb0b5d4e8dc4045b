import { LONG } from '../support/visit.ts';
import { test } from './site.ts';
import { NIGHT_MS_MAX, runWholeNight } from './whole-night.ts';

test.use({ language: 'EN' });

test('a crew runs a whole first night in English', LONG, async ({ night }) => {
  test.setTimeout(NIGHT_MS_MAX);
  await runWholeNight(night);
});
