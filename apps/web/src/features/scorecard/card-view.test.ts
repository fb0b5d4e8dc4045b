import type { Match } from '@sangwian/contract/endpoints/live';
import type { CrowdCard, Scorecard } from '@sangwian/contract/endpoints/scorecards';
import type { MatchLiveId } from '@sangwian/contract/ids';
import { describe, expect, it } from 'vitest';
import { cardViewOf } from './card-view.ts';

const T0 = Date.parse('2026-11-29T12:00:00Z');
const iso = (seconds: number) => new Date(T0 + seconds * 1_000).toISOString();
const at = (seconds: number) => T0 + seconds * 1_000;
const CROWD: CrowdCard = {
  ...{ cards: 9, red: 6, blue: 2, even: 1 },
  ...{ red_points: 9.8, blue_points: 9.3 },
};

type ShownMatch = Parameters<typeof cardViewOf>[0];
const inRound = (number: number, resting = false): ShownMatch => ({
  ...{ rounds: 3, rest_s: 120, status: 'in_progress' },
  round: { number, started_at: iso(300 * (number - 1)), resting },
  ...{ ended_at: null, result: null, result_at: null, judges: null },
});
const ended = (changes: Partial<Match> = {}): ShownMatch => ({
  ...inRound(3),
  ...{ status: 'ended', round: null, ended_at: iso(800) },
  ...changes,
});
/** A card with the bells of `begun` rounds, each of them scored for red. */
const card = (begun: number, crowd: CrowdCard | null = CROWD): Scorecard => ({
  match_live_id: 'bout' as MatchLiveId,
  rounds: [1, 2, 3].map((number) => ({
    number,
    began_at: number > begun ? null : iso(300 * (number - 1)),
    mine: number > begun ? null : { red: 10, blue: 9 },
    crowd: number > begun ? null : crowd,
  })),
});
const states = (match: ShownMatch, known: Scorecard | undefined, seconds: number) =>
  cardViewOf(match, known, at(seconds)).rounds.map(({ state }) => state);

describe('the rounds of a card', () => {
  it('open at their bell and close at the next one', () => {
    expect(states(inRound(1), undefined, 10)).toEqual(['open', 'coming', 'coming']);
    expect(states(inRound(1, true), card(1), 200)).toEqual(['open', 'coming', 'coming']);
    expect(states(inRound(2), card(2), 310)).toEqual(['closed', 'open', 'coming']);
  });

  it('are all coming before the bout', () => {
    const before: ShownMatch = { ...inRound(1), status: 'not_started', round: null };
    expect(states(before, undefined, 0)).toEqual(['coming', 'coming', 'coming']);
  });

  it('follow the video, not the server', () => {
    expect(states(inRound(1), card(3), 10)).toEqual(['open', 'coming', 'coming']);
  });

  it('leave the last one open for a rest, or until the result', () => {
    expect(states(ended(), card(3), 900)).toEqual(['closed', 'closed', 'open']);
    expect(states(ended(), card(3), 921)).toEqual(['closed', 'closed', 'closed']);
    const result = { winner: 'red', method: 'decision', round: null } as const;
    expect(states(ended({ result }), card(3), 810)).toEqual(['closed', 'closed', 'closed']);
  });

  it('have no score from a stoppage on', () => {
    const result = { winner: 'red', method: 'tko', round: 2 } as const;
    const view = cardViewOf(ended({ result }), card(2), at(810));
    expect(view.rounds.map(({ state }) => state)).toEqual(['closed', 'stopped', 'stopped']);
    expect([view.isStopped, view.isComplete, view.mine]).toEqual([
      true,
      false,
      { red: 10, blue: 9 },
    ]);
  });
});

describe('the crowd’s card', () => {
  it('waits for the end of the round in the video', () => {
    const crowdOf = (match: ShownMatch, seconds: number) =>
      cardViewOf(match, card(1), at(seconds)).rounds[0]?.crowd;
    expect(crowdOf(inRound(1), 170)).toBeNull();
    expect(crowdOf(inRound(1, true), 181)).toEqual(CROWD);
  });

  it('is small while a scored round is over without it', () => {
    const [first, second] = cardViewOf(inRound(1, true), card(1, null), at(190)).rounds;
    expect([first?.isCrowdSmall, second?.isCrowdSmall]).toEqual([true, false]);
  });

  it('has a total once it has every round', () => {
    expect(cardViewOf(ended(), card(3), at(900)).crowd?.red).toBeCloseTo(29.4);
    expect(cardViewOf(inRound(2), card(2), at(310)).crowd).toBeNull();
  });
});

describe('the judges’ cards', () => {
  const judges = { cards: [{ red: 30, blue: 27 }], at: iso(1_000) };
  const result = { winner: 'red', method: 'decision', round: null } as const;

  it('wait for the result and for the moment at which they were entered', () => {
    expect(cardViewOf(ended({ judges }), card(3), at(1_010)).judges).toBeNull();
    expect(cardViewOf(ended({ judges, result }), card(3), at(999)).judges).toBeNull();
    expect(cardViewOf(ended({ judges, result }), card(3), at(1_000)).judges).toEqual(judges.cards);
  });
});
