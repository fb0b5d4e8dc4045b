import { expect, test } from 'vitest';
import { undoableState, undoOffer } from './undo-rules.ts';

const AT = new Date('2026-11-22T14:00:00Z');
const after = (seconds: number): Date => new Date(AT.getTime() + seconds * 1_000);
const BEFORE = {
  status: 'in_progress',
  roundNumber: 3,
  roundStartedAt: '2026-11-22T13:58:00.000Z',
  resting: false,
  clockStoppedAt: null,
};
const act = (action: string, details: object = { before: BEFORE }) => ({
  action,
  details,
  staff_id: 'anan',
  created_at: AT,
});

test('lets a person take back their round, rest or clock for ten seconds plus the time of a slow response', () => {
  for (const action of ['round', 'rest', 'stop-clock', 'start-clock']) {
    expect(undoOffer(act(action), 'anan', after(9))).toEqual({ action, until: after(10) });
    expect(undoOffer(act(action), 'anan', after(11))).toBeNull();
    expect(undoableState(act(action), 'anan', after(14))?.roundNumber).toBe(3);
    expect(undoableState(act(action), 'anan', after(16))).toBeNull();
    expect(undoableState(act(action), 'malee', after(1))).toBeNull();
    expect(undoableState(act(action), undefined, after(1))).toBeNull();
  }
});

test('lets anyone reopen an ended bout at any time', () => {
  expect(undoOffer(act('end'), 'malee', after(300))).toEqual({ action: 'end', until: null });
  expect(undoableState(act('end'), 'malee', after(300))?.roundStartedAt).toEqual(
    new Date('2026-11-22T13:58:00Z'),
  );
});

test('never takes back a bell, a result or an act whose earlier state is unknown', () => {
  expect(undoableState(act('start'), 'anan', after(1))).toBeNull();
  expect(undoableState(act('result'), 'anan', after(1))).toBeNull();
  expect(undoableState(act('end', {}), 'anan', after(1))).toBeNull();
});
