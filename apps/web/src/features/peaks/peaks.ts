import { GiftEffects } from './gift-effects.tsx';
import { ResultBanner } from './result-banner.tsx';
import { ResultMoment } from './result-moment.tsx';

/** The components that the live page loads after its start: gift effects, the button of large gifts, and results. */
export const PEAKS = { GiftEffects, ResultBanner, ResultMoment } as const;
