import type { Match } from '@sangwian/contract/endpoints/live';

type Decided = Pick<Match, 'result' | 'result_at'>;

/** Whether a bout tells of a result that had not come at a moment. */
export const isAhead = ({ result, result_at }: Decided, atMs: number): boolean =>
  result !== null && result_at !== null && Date.parse(result_at) > atMs;

/** Whether a programme tells of a result that had not come at a moment. */
export const tellsAhead = (
  { matches }: { readonly matches: readonly Decided[] },
  atMs: number,
): boolean => matches.some((match) => isAhead(match, atMs));
