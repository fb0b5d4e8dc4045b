import { expect, test } from 'vitest';
import type { Bout, LiveCard, LiveSummary } from './home.ts';
import { chooseFeature, viewHome } from './home-view.ts';

const live = (program_live_id: string, status: LiveSummary['status']): LiveSummary =>
  ({
    program_live_id,
    status,
    starts_at: '2026-11-21T12:00:00.000Z',
    headline: null,
  }) as LiveSummary;
const bout = (order: number, status: Bout['status']): Bout => ({ order, status }) as Bout;
const card = (...matches: Bout[]): LiveCard => ({ matches }) as LiveCard;
const now_ms = Date.parse('2026-11-21T11:00:00.000Z');
const ids = (lives: readonly LiveSummary[]) => lives.map(({ program_live_id }) => program_live_id);

test('features the current live; without one, the next live; without both, the last live', () => {
  const [on, next, over] = [
    live('on', 'in_progress'),
    live('next', 'not_started'),
    live('over', 'ended'),
  ];
  expect(chooseFeature([next, on, over])).toBe(on);
  expect(chooseFeature([over, next])).toBe(next);
  expect(chooseFeature([over])).toBe(over);
  expect(chooseFeature([])).toBeUndefined();
});

test('lists every other live by its status, and never the featured one', () => {
  const lives = [
    live('a', 'in_progress'),
    live('b', 'in_progress'),
    live('c', 'not_started'),
    live('d', 'ended'),
  ];
  const view = viewHome({ lives, card: card() }, now_ms);
  expect(view.feature?.program_live_id).toBe('a');
  expect(ids(view.open)).toEqual(['b', 'c']);
  expect(ids(view.coming)).toEqual(['c']);
  expect(ids(view.ended)).toEqual(['d']);
});

test('lists the bouts that have not begun in the order of the card', () => {
  const matches = [
    bout(3, 'not_started'),
    bout(1, 'ended'),
    bout(2, 'in_progress'),
    bout(4, 'not_started'),
  ];
  const view = viewHome({ lives: [live('a', 'in_progress')], card: card(...matches) }, now_ms);
  expect(view.nextBouts.map(({ order }) => order)).toEqual([3, 4]);
});

test('lists no next bouts of an ended live', () => {
  const view = viewHome(
    { lives: [live('a', 'ended')], card: card(bout(1, 'not_started')) },
    now_ms,
  );
  expect(view.nextBouts).toEqual([]);
});

test('uses Bangkok time for “tonight”', () => {
  const lives = [live('a', 'not_started')];
  expect(viewHome({ lives, card: null }, Date.parse('2026-11-20T17:30:00.000Z')).tonight).toBe(
    true,
  );
  expect(viewHome({ lives, card: null }, Date.parse('2026-11-20T16:30:00.000Z')).tonight).toBe(
    false,
  );
});

test('announces the next bout between two bouts, never the finished one', () => {
  const over = bout(1, 'ended');
  const on = { ...live('a', 'in_progress'), headline: over } as LiveSummary;
  const matches = [over, bout(2, 'not_started')];
  expect(viewHome({ lives: [on], card: card(...matches) }, now_ms).headline?.order).toBe(2);
  expect(viewHome({ lives: [on], card: card(over) }, now_ms).headline).toBe(null);
});
