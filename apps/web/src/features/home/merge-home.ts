import type { Home } from './home.ts';

interface Revised {
  readonly program_live_id: string;
  readonly revision: number;
}

/** Returns whether a response about a live is older than the known state. */
const isOlder = (answer: Revised, known: Revised | null | undefined): known is Revised =>
  known?.program_live_id === answer.program_live_id && known.revision > answer.revision;

/**
 * Merges a response into the known state. Each node caches public responses for a second, so a later response can have
 * an older state. Each live and the featured card keep the state with the higher revision. The number of viewers is
 * always taken from the response, because it has no revision.
 */
export function mergeHome(known: Home, answer: Home): Home {
  const knownById = new Map(known.lives.map((live) => [live.program_live_id, live]));
  const lives = answer.lives.map((live) => {
    const before = knownById.get(live.program_live_id);
    return isOlder(live, before) ? { ...before, viewers: live.viewers } : live;
  });
  const { card } = answer;
  if (card === null || !isOlder(card, known.card)) return { lives, card };
  return { lives, card: { ...known.card, viewers: card.viewers } };
}
