import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { expect, test, vi } from 'vitest';
import { useResultText } from './result-text.ts';

// Only the build compiles the macro; here a message is its source text.
vi.mock('@lingui/react/macro', () => ({
  useLingui: () => ({
    t: (strings: readonly string[], ...values: unknown[]) =>
      String.raw({ raw: strings }, ...values),
  }),
}));

vi.mock('../language/use-language.ts', () => ({
  useLanguage: () => ({ text: ({ en }: { en: string }) => en }),
}));

const CORNERS = {
  red: { name: { th: 'เพชร', en: 'Phet' } },
  blue: { name: { th: 'สิงห์', en: 'Singh' } },
};
const result = (fields: Partial<MatchResult>): MatchResult =>
  ({ winner: 'red', method: 'decision', round: null, ...fields }) as MatchResult;

test.each([
  [{ method: 'decision' }, 'Phet wins by decision'],
  [{ method: 'decision', winner: 'blue' }, 'Singh wins by decision'],
  [{ method: 'tko', round: 3 }, 'Phet wins by TKO, round 3'],
  [{ method: 'tko', winner: 'blue', round: 1 }, 'Singh wins by TKO, round 1'],
  [{ method: 'disqualification' }, 'Phet wins by disqualification'],
  [{ method: 'forfeit', winner: 'blue' }, 'Singh wins by forfeit'],
  [{ method: 'draw', winner: 'draw' }, 'Draw'],
  [{ method: 'cancelled', winner: 'none' }, 'Cancelled'],
] as const)('every way in which a bout ends has its text: %o', (fields, words) => {
  expect(useResultText()(result(fields), CORNERS)).toBe(words);
});
