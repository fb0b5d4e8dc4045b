import { bangkokDaysBetween } from '@sangwian/i18n/format-date';
import type { Bout, Home, LiveSummary } from './home.ts';

/** The live that the page opens with: the one that is on, else the next, else the last. The API's order is this one. */
export const chooseFeature = <Live extends Pick<LiveSummary, 'status'>>(
  lives: readonly Live[],
): Live | undefined =>
  lives.find(({ status }) => status === 'in_progress') ??
  lives.find(({ status }) => status === 'not_started') ??
  lives[0];

export interface HomeView {
  readonly feature: LiveSummary | undefined;
  /** What is shown in the feature: the bout that is on, between two bouts the next one, else the main event. */
  readonly headline: Bout | null;
  /** Bouts of the feature's card that are still to come, in their order. */
  readonly nextBouts: readonly Bout[];
  /** Whether the feature's card is of today in Bangkok, or goes on beyond midnight. */
  readonly tonight: boolean;
  /** What else is on, then what comes. */
  readonly open: readonly LiveSummary[];
  readonly coming: readonly LiveSummary[];
  readonly ended: readonly LiveSummary[];
}

/** Sorts what was read into the places of the page. */
export function viewHome({ lives, card }: Home, now_ms: number): HomeView {
  const feature = chooseFeature(lives);
  const others = lives.filter((live) => live !== feature);
  const bouts = feature?.status === 'ended' ? [] : (card?.matches ?? []);
  const coming = others.filter(({ status }) => status === 'not_started');
  const nextBouts = bouts
    .filter(({ status }) => status === 'not_started')
    .sort((a, b) => a.order - b.order);
  const headline = feature?.headline ?? null;
  const isBetween = feature?.status === 'in_progress' && headline?.status === 'ended';
  return {
    feature,
    // A finished bout is never billed as live.
    headline: isBetween ? (nextBouts[0] ?? null) : headline,
    nextBouts,
    tonight:
      feature?.status === 'in_progress' ||
      (feature !== undefined && bangkokDaysBetween(now_ms, feature.starts_at) === 0),
    open: [...others.filter(({ status }) => status === 'in_progress'), ...coming],
    coming,
    ended: others.filter(({ status }) => status === 'ended'),
  };
}
