import type { Home } from './home.ts';

interface Revised {
  readonly program_live_id: string;
  readonly revision: number;
}

/** Whether a response about a live is older than the known state. */
const isOlder = (answer: Revised, known: Revised | null | undefined): known is Revised =>
  known?.program_live_id === answer.program_live_id && known.revision > answer.revision;

/**
 * Merges a response into the known state. Each node caches public responses for a second, so a later response may be the older
 * one: each live, and the feature's card, keeps its higher revision. A revision does not cover the number of viewers.
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
