import { expect, it } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { readCommand } from './show-command.ts';

const BOUT = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44';
const read = (text: string) => readCommand([...text.split(' '), '--reason', 'it went so'], 'ann');

it.each([
  [`start ${BOUT}`, { action: 'start', bout: BOUT }],
  [`round ${BOUT} 3`, { action: 'round', bout: BOUT, number: 3 }],
  [
    `result ${BOUT} red tko 4`,
    { action: 'result', bout: BOUT, winner: 'red', method: 'tko', round: 4 },
  ],
  [
    `result ${BOUT} blue forfeit`,
    { action: 'result', bout: BOUT, winner: 'blue', method: 'forfeit' },
  ],
  [`result ${BOUT} draw`, { action: 'result', bout: BOUT, winner: 'draw', method: 'draw' }],
  [
    `correct ${BOUT} blue decision --coins 40`,
    { action: 'correct', bout: BOUT, winner: 'blue', method: 'decision', expected_coins: 40 },
  ],
  [
    `correct ${BOUT} cancelled --coins 0`,
    { action: 'correct', bout: BOUT, winner: 'none', method: 'cancelled', expected_coins: 0 },
  ],
  [`gifts off ${BOUT}`, { action: 'gifts', bout: BOUT, on: false }],
  [`live-cancel ${BOUT}`, { action: 'live-cancel', live: BOUT }],
  [
    `substitute ${BOUT} blue ${BOUT}`,
    { action: 'substitute', bout: BOUT, corner: 'blue', fighter: BOUT },
  ],
])('sends "%s" with operator and reason', (text, body) => {
  expect(read(text)).toEqual({ path: '/show', body: { ...body, by: 'ann', why: 'it went so' } });
});

it('previews a correction until the operator repeats its coins', () => {
  expect(read(`correct ${BOUT} blue tko 3`)).toEqual({
    path: '/show/correction',
    query: { bout: BOUT, winner: 'blue', method: 'tko', round: '3' },
  });
});

it('shows the current live or another one', () => {
  expect(readCommand([], 'ann')).toEqual({ path: '/show' });
  expect(readCommand(['list', BOUT], 'ann')).toEqual({ path: '/show', query: { live: BOUT } });
});

it.each(['dance', 'start', `result ${BOUT}`, `gifts maybe ${BOUT}`, 'gifts on'])(
  'refuses "%s" with the usage',
  (text) => {
    expect(() => read(text)).toThrow(UsageError);
  },
);

it('refuses a change without a reason', () => {
  expect(() => readCommand(['start', BOUT], 'ann')).toThrow('--reason');
});
