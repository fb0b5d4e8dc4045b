import type { Match } from '@sangwian/contract/endpoints/live';

/** Returns the matches without the fields that reveal how a bout ended. */
export const withoutResults = (matches: readonly Match[]): Match[] =>
  matches.map((match) => ({
    ...match,
    status: 'not_started',
    round: null,
    result: null,
    result_at: null,
    ended_at: null,
    ruling: null,
  }));
