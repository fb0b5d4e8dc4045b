import { bangkokDaysBetween } from '@sangwian/i18n/format-date';
import type { Bout, Home, LiveSummary } from './home.ts';

/** Returns the featured live: the current one, else the next, else the last. The API lists lives in this order. */
export const chooseFeature = <Live extends Pick<LiveSummary, 'status'>>(
  lives: readonly Live[],
): Live | undefined =>
  lives.find(({ status }) => status === 'in_progress') ??
  lives.find(({ status }) => status === 'not_started') ??
  lives[0];

export interface HomeView {
  readonly feature: LiveSummary | undefined;
  /** The bout in the feature: the current one, between two bouts the next one, else the main event. */
  readonly headline: Bout | null;
  /** The coming bouts of the feature's card, in their order. */
  readonly nextBouts: readonly Bout[];
  /** Whether the feature starts today in Bangkok, or is on after midnight. */
  readonly tonight: boolean;
  /** The other current lives, then the coming ones. */
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
