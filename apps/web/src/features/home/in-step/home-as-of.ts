import type { LiveSummary } from '@sangwian/contract/endpoints/live';
import { headlineOf } from '@sangwian/contract/rules/headline';
import { changeTimesOfMatch, matchesAsOf } from '../../../shared/in-step/matches-as-of.ts';
import type { Home } from '../home.ts';

/**
 * Returns the page as of the stadium times that the fan's videos show: the current bout, its round and the next bouts.
 * If the card of a live is unknown, a headline that is later than the video is left out.
 *
 * @param videos the stadium time in milliseconds that the video of each programme has reached; other programmes are
 * shown in their current state
 */
export function homeAsOf({ lives, card }: Home, pictures: ReadonlyMap<string, number>): Home {
  const cardAt = card ? pictures.get(card.program_id) : undefined;
  const known = card && cardAt !== undefined ? matchesAsOf(card.matches, cardAt) : null;
  const headed = (live: LiveSummary): LiveSummary => {
    const atMs = pictures.get(live.program_id);
    if (atMs === undefined || !live.headline) return live;
    if (known && live.program_live_id === card?.program_live_id) {
      return { ...live, headline: headlineOf(live.status, known) };
    }
    const isSpoiler = changeTimesOfMatch(live.headline).some((moment) => moment > atMs);
    return isSpoiler ? { ...live, headline: null } : live;
  };
  return { lives: lives.map(headed), card: card && known ? { ...card, matches: known } : card };
}
