import { expect, test } from 'vitest';
import { applySiteState, siteState } from './site-state.ts';

test('an older state never replaces a newer one', () => {
  const off = [{ name: 'gifts', reason: { th: 'ฝน', en: 'Rain' } }] as const;
  applySiteState({ revision: 8, off: [...off], notice: null });
  // A cached response that arrives after the socket event.
  applySiteState({ revision: 7, off: [], notice: null });
  expect(siteState.get()).toMatchObject({ revision: 8, off });
  applySiteState({ revision: 9, off: [], notice: null });
  expect(siteState.get()).toMatchObject({ revision: 9, off: [] });
});
