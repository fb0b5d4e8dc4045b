import { expect, it, vi } from 'vitest';
import { type CallStaff, NoAnswerError, RefusedError } from '../operator/call-staff.ts';
import { UsageError } from '../operator/command-line.ts';
import { recordCalls } from '../operator/testing/record-calls.ts';
import { readCommand } from './show-command.ts';

const ID = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44';
const MATCH = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c45';
const corner = { fighter_id: ID, name: { th: 'แดง', en: 'Red' } };
const bout = {
  ...{ match_live_id: ID, match_id: MATCH, version: 7, order: 1 },
  ...{ red: corner, blue: corner, gifts: { red: { coins: 4 }, blue: { coins: 6 } } },
};
const show = { live: { program_live_id: ID, version: 3 }, bouts: [bout], acts: [] };
const ANSWERS = Object.fromEntries(
  [
    'GET /operator/show',
    ...['start', 'end', 'cancel'].map(
      (verb) => `POST /operator/show/lives/{program_live_id}/${verb}`,
    ),
    ...['direct', 'gifts', 'draw-refunds', 'result', 'confirm', 'withdraw', 'correct'].map(
      (verb) => `POST /operator/show/bouts/{match_live_id}/${verb}`,
    ),
    'POST /operator/match/{match_id}/substitution',
  ].map((operation) => [operation, { data: show }]),
);
const read = (text: string) => readCommand([...text.split(' '), '--reason', 'it went so']);
const calls = (text: string) => recordCalls(read(text), ANSWERS);

it.each([
  [`start ${ID}`, 'direct', { action: 'start' }],
  [`round ${ID} 3`, 'direct', { action: 'round', number: 3 }],
  [`result ${ID} red tko 4`, 'result', { winner: 'red', method: 'tko', round: 4 }],
  [`result ${ID} blue forfeit`, 'result', { winner: 'blue', method: 'forfeit' }],
  [`result ${ID} draw`, 'result', { winner: 'draw', method: 'draw' }],
  [`cancel ${ID}`, 'result', { winner: 'none', method: 'cancelled' }],
  [`no-contest ${ID}`, 'result', { winner: 'none', method: 'no_contest' }],
  [`withdraw ${ID}`, 'withdraw', {}],
  [
    `correct ${ID} blue decision --coins 40`,
    'correct',
    { winner: 'blue', method: 'decision', expected_coins: 40 },
  ],
  [
    `correct ${ID} cancelled --coins 0`,
    'correct',
    { winner: 'none', method: 'cancelled', expected_coins: 0 },
  ],
  [`gifts off ${ID}`, 'gifts', { on: false }],
  [`draw-refunds on ${ID}`, 'draw-refunds', { on: true }],
])('sends "%s" with the version of the bout, an id and the reason', async (text, verb, body) => {
  expect(await calls(text)).toEqual([
    [
      `POST /operator/show/bouts/{match_live_id}/${verb}`,
      {
        params: { match_live_id: ID },
        body: { act_id: expect.any(String), reason: 'it went so', version: 7, ...body },
      },
    ],
  ]);
});

it('cancels a live at its current version, and substitutes a fighter by the order on the card', async () => {
  const common = { act_id: ID, reason: 'it went so' };
  expect(await calls(`live-cancel ${ID} --act ${ID}`)).toEqual([
    [
      'POST /operator/show/lives/{program_live_id}/cancel',
      { params: { program_live_id: ID }, body: { ...common, version: 3 } },
    ],
  ]);
  expect(await calls(`substitute ${ID} blue ${ID} --act ${ID}`)).toEqual([
    [
      'POST /operator/match/{match_id}/substitution',
      {
        params: { match_id: MATCH },
        body: { ...common, version: 7, corner: 'blue', fighter_id: ID },
      },
    ],
  ]);
});

it('only previews a correction until the operator passes the previewed coins', async () => {
  expect(await calls(`correct ${ID} blue tko 3`)).toEqual([
    [
      'GET /operator/show/bouts/{match_live_id}/correction',
      { params: { match_live_id: ID }, query: { winner: 'blue', method: 'tko', round: 3 } },
    ],
  ]);
});

it('prints bouts with their bars', async () => {
  const call = async () => ({ data: show });
  expect(await readCommand([])(call as unknown as CallStaff)).toMatchObject({
    live: ID,
    bouts: [{ bout: ID, red: { fighter: ID, name: 'Red', coins: 4 }, blue: { coins: 6 } }],
  });
});

it('resends an unanswered act with the same id, and finally prints the id', async () => {
  const ids: unknown[] = [];
  const call = async (operation: string, request: { body?: { act_id: string } }) => {
    if (operation.startsWith('GET ')) return { data: show };
    ids.push(request.body?.act_id);
    throw new NoAnswerError('The site does not answer.');
  };
  vi.useFakeTimers();
  const sent = read(`start ${ID} --act ${ID}`)(call as unknown as CallStaff);
  await Promise.all([expect(sent).rejects.toThrow(`--act ${ID}`), vi.runAllTimersAsync()]);
  vi.useRealTimers();
  expect(ids).toEqual([ID, ID, ID]);
});

it('explains who may confirm a result that the same account recorded', async () => {
  const call = async (operation: 'POST /operator/show/bouts/{match_live_id}/confirm') => {
    if (operation.startsWith('GET ')) return { data: show };
    const refusal = { status: 'second_person_needed', message: 'Another person', request_id: '1' };
    throw new RefusedError(operation, refusal);
  };
  const confirmed = read(`confirm ${ID}`)(call as unknown as CallStaff);
  await expect(confirmed).rejects.toThrow('another person has to confirm it');
});

it('names the permission that the token lacks', () => {
  const refusal = { status: 'staff_permission_missing', message: 'No.', request_id: '1' };
  expect(new RefusedError('GET /operator/order', refusal).message).toBe(
    'No.\nPermission: manage_orders',
  );
});

it.each(['dance', `dance ${ID}`, 'start', `result ${ID}`, `gifts maybe ${ID}`, 'gifts on'])(
  'refuses "%s" with the usage',
  (text) => {
    expect(() => read(text)).toThrow(UsageError);
  },
);

it('refuses a change without a reason', () => {
  expect(() => readCommand(['start', ID])).toThrow('--reason');
});
