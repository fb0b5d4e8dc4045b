import { FighterFacts } from '../live/bouts/fighter-facts.tsx';
import { FromStart } from './from-start.tsx';
import { GiftEffects } from './gift-effects.tsx';
import { ResultBanner } from './result-banner.tsx';
import { ResultMoment } from './result-moment.tsx';
import { ScorecardTab } from './scorecard.tsx';

/**
 * The components that the live page loads after its start: gift effects, the button of large gifts, results, the
 * scorecard, and the link to the start of the evening.
 */
export const PEAKS = {
  FighterFacts,
  FromStart,
  GiftEffects,
  ResultBanner,
  ResultMoment,
  ScorecardTab,
} as const;
