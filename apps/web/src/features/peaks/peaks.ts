import { GiftEffects } from './gift-effects.tsx';
import { ResultBanner } from './result-banner.tsx';
import { ResultMoment } from './result-moment.tsx';

/** What the live page loads once it has come to rest: gift effects, great gifts and results. */
export const PEAKS = { GiftEffects, ResultBanner, ResultMoment } as const;
