import type {
  PredictMatch,
  PredictProgram,
  PredictSheet,
} from '@sangwian/contract/endpoints/predict';
import { describe, expect, it } from 'vitest';
import {
  changePick,
  confirmedPicks,
  draftOf,
  keepDraft,
  percentOf,
  pickOf,
  progressOf,
  withPick,
} from './sheet-draft.ts';

const match = (id: string, more: Partial<PredictMatch> = {}): PredictMatch =>
  ({
    match_id: id,
    pickable: true,
    red: { fighter_id: `${id}-red` },
    blue: { fighter_id: `${id}-blue` },
    ...more,
  }) as PredictMatch;
const program = (...matches: PredictMatch[]) => ({ matches }) as unknown as PredictProgram;
const sheetOf = (...picks: object[]) => ({ picks }) as unknown as PredictSheet;
const red = { winner: 'red', method: null, round: null } as const;

describe('a pick', () => {
  it('drops the method and round that no longer apply', () => {
    const tko = changePick(changePick(red, { method: 'tko' }), { round: 3 });
    expect(tko).toEqual({ winner: 'red', method: 'tko', round: 3 });
    expect(changePick(tko, { winner: 'blue' })).toEqual({ ...tko, winner: 'blue' });
    expect(changePick(tko, { method: 'decision' })).toEqual({ ...red, method: 'decision' });
    expect(changePick(tko, { winner: 'draw' })).toEqual({ ...red, winner: 'draw' });
    expect(changePick(null, { method: 'tko' })).toBeNull();
  });

  it('is taken from the draft, or else from the sheet, but never from a draft for another pairing', () => {
    const [one, two] = [match('1'), match('2')];
    const sheet = sheetOf({ match_id: '1', ...red }, { match_id: '2', ...red });
    const draft = withPick({}, one, { ...red, winner: 'blue' });
    expect(pickOf(one, draft, sheet)?.winner).toBe('blue');
    expect(pickOf(two, draft, sheet)?.winner).toBe('red');
    const other = match('1', { red: { fighter_id: 'new' } as PredictMatch['red'] });
    expect(pickOf(other, draft, null)).toBeNull();
  });
});

describe('a sheet', () => {
  it('reports missing picks and unconfirmed changes', () => {
    const all = program(match('1'), match('2'), match('3', { pickable: false }));
    expect(progressOf(all, {}, null)).toMatchObject({ needed: 2, picked: 0, changed: false });
    const draft = withPick({}, match('1'), red);
    expect(progressOf(all, draft, null)).toMatchObject({ picked: 1, changed: true });
    expect(progressOf(all, draft, null).missing?.match_id).toBe('2');
    const sheet = sheetOf({ match_id: '1', ...red }, { match_id: '2', ...red });
    expect(progressOf(all, draft, sheet)).toMatchObject({ picked: 2, changed: false });
    expect(confirmedPicks(all, draft, sheet).map((pick) => pick.red_fighter_id)).toEqual([
      '1-red',
      '2-red',
    ]);
  });
});

it.each([
  [{ red: 1, draw: 1, blue: 1 }, [33, 33, 34]],
  [{ red: 0, draw: 0, blue: 0 }, [0, 0, 0]],
  [{ red: 7, draw: 0, blue: 0 }, [100, 0, 0]],
  [{ red: 199, draw: 1, blue: 0 }, [100, 0, 0]],
])('turns the shares %j into whole percentages that add up', (shares, [r, d, b]) => {
  expect(percentOf(shares)).toEqual({ red: r, draw: d, blue: b });
});

describe('a draft', () => {
  const picked = withPick({}, match('1'), red);

  it('belongs to its member and is not shown to another one', () => {
    const drafts = keepDraft('card', 'kai', picked);
    expect(draftOf(drafts, 'card', 'kai')).toBe(picked);
    expect(draftOf(drafts, 'card', 'nara')).toEqual({});
    expect(draftOf(drafts, 'card', null)).toEqual({});
    expect(draftOf(drafts, 'another', 'kai')).toEqual({});
  });

  it('from before the sign-in becomes the member’s draft, once', () => {
    const before = keepDraft('card', null, picked);
    expect(draftOf(before, 'card', null)).toBe(picked);
    expect(draftOf(before, 'card', 'kai')).toBe(picked);
    const after = { ...before, ...keepDraft('card', 'kai', {}) };
    expect(draftOf(after, 'card', 'kai')).toEqual({});
    expect(draftOf(after, 'card', null)).toEqual({});
  });
});
