import type { LiveSummary } from '@sangwian/contract/endpoints/live';
import { headlineOf } from '@sangwian/contract/rules/headline';
import { changeTimesOfMatch, matchesAsOf } from '../../../shared/in-step/matches-as-of.ts';
import type { Home } from '../home.ts';

/**
 * What the page told at the moments that the fan's pictures show: which bout was on, its round, and what came next. Of a
 * live whose card is not known a bout that has gone on since is not told at all.
 *
 * @param pictures the moment that each programme's picture has reached, in milliseconds; the others are as they are
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
