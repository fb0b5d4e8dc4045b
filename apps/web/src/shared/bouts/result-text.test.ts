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

const result = (fields: Partial<MatchResult>): MatchResult =>
  ({ winner: 'red', method: 'decision', round: null, ...fields }) as MatchResult;

test.each([
  [{ method: 'decision' }, 'Red corner wins by decision'],
  [{ method: 'decision', winner: 'blue' }, 'Blue corner wins by decision'],
  [{ method: 'tko', round: 3 }, 'Red corner wins by TKO, round 3'],
  [{ method: 'tko', winner: 'blue', round: 1 }, 'Blue corner wins by TKO, round 1'],
  [{ method: 'disqualification' }, 'Red corner wins by disqualification'],
  [{ method: 'forfeit', winner: 'blue' }, 'Blue corner wins by forfeit'],
  [{ method: 'draw', winner: 'draw' }, 'Draw'],
  [{ method: 'cancelled', winner: 'none' }, 'Cancelled'],
] as const)('every way in which a bout ends has its text: %o', (fields, words) => {
  expect(useResultText()(result(fields))).toBe(words);
});
