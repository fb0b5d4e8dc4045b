import { bangkokDaysBetween } from '@sangwian/i18n/format-date';
import type { Bout, Home, LiveSummary } from './home.ts';

/**
 * Returns the featured live: the current, the next or the last live, in this order of preference. The API lists lives
 * in the same order.
 */
export const chooseFeature = <Live extends Pick<LiveSummary, 'status'>>(
  lives: readonly Live[],
): Live | undefined =>
  lives.find(({ status }) => status === 'in_progress') ??
  lives.find(({ status }) => status === 'not_started') ??
  lives[0];

export interface HomeView {
  readonly feature: LiveSummary | undefined;
  /** The bout of the featured live: the current bout; between two bouts, the next bout; otherwise the main event. */
  readonly headline: Bout | null;
  /** The coming bouts of the featured live's card, in the order of the card. */
  readonly nextBouts: readonly Bout[];
  /** Whether the featured live starts today in Bangkok, or still runs after midnight. */
  readonly tonight: boolean;
  /** The other current lives, followed by the coming lives. */
  readonly open: readonly LiveSummary[];
  readonly coming: readonly LiveSummary[];
  readonly ended: readonly LiveSummary[];
}

/** Sorts the lives and bouts into the sections of the page. */
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
    // A finished bout is never announced as live.
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
