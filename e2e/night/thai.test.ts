import { LONG } from '../support/visit.ts';
import { test } from './site.ts';
import { NIGHT_MS_MAX, runWholeNight } from './whole-night.ts';

test.use({ language: 'TH' });

test('a crew runs a whole first night in Thai', LONG, async ({ night }) => {
  test.setTimeout(NIGHT_MS_MAX);
  await runWholeNight(night);
});
