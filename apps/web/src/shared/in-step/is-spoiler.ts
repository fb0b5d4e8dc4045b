import type { Match } from '@sangwian/contract/endpoints/live';

type Decided = Pick<Match, 'result' | 'result_at'>;

/** Returns whether a bout has a result that was recorded after a given time. */
export const isSpoiler = ({ result, result_at }: Decided, atMs: number): boolean =>
  result !== null && result_at !== null && Date.parse(result_at) > atMs;

/** Returns whether a programme has a result that was recorded after a given time. */
export const hasSpoiler = (
  { matches }: { readonly matches: readonly Decided[] },
  atMs: number,
): boolean => matches.some((match) => isSpoiler(match, atMs));
