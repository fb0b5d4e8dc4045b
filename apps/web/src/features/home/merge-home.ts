import type { Home } from './home.ts';

interface Revised {
  readonly program_live_id: string;
  readonly revision: number;
}

/** Whether an answer about a live is older than what the page knows of it. */
const isOlder = (told: Revised, known: Revised | null | undefined): known is Revised =>
  known?.program_live_id === told.program_live_id && known.revision > told.revision;

/**
 * Merges an answer into what the page knows. Nodes keep public answers for a second each, so a later answer may be the
 * older one: of each live, and of the feature's card, the higher revision stays. Viewers are no part of a revision.
 */
export function mergeHome(known: Home | null, told: Home): Home {
  if (known === null) return told;
  const knownById = new Map(known.lives.map((live) => [live.program_live_id, live]));
  const lives = told.lives.map((live) => {
    const before = knownById.get(live.program_live_id);
    return isOlder(live, before) ? { ...before, viewers: live.viewers } : live;
  });
  const { card } = told;
  if (card === null || !isOlder(card, known.card)) return { lives, card };
  return { lives, card: { ...known.card, viewers: card.viewers } };
}
