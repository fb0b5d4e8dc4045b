import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { recordCalls } from '../operator/testing/record-calls.ts';
import { readCommand, toCsv } from './code-command.ts';

const ID = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44';
const OPEN = { name: 'KICK', batch_id: ID, waiting: false };
const ANSWERS = {
  'GET /operator/code/batch': { data: [{ ...OPEN, name: 'KICK 2' }, OPEN], next_cursor: null },
  'GET /operator/code/batch/{batch_id}/code': {
    data: [{ code_id: 'the-code', code: 'SAWASDEE' }],
    next_cursor: null,
  },
  'POST /operator/code/batch': { data: OPEN },
  'POST /operator/code/batch/{batch_id}/export': { data: { csv: 'code\r\nA-1\r\nA-2\r\n' } },
};
const params = { batch_id: ID };
const calls = (...args: string[]) => recordCalls(readCommand(args).run, ANSWERS);
const search = (text: string) => ['GET /operator/code/batch', { query: { search: text } }];

test('creates a named code with its limits', async () => {
  expect(
    await calls(
      ...['create', 'coin', '--coins', '100', '--code', 'SAWASDEE', '--limit', '1000'],
      ...['--per-day', '50', '--expires', '2026-12-01T00:00+07:00', '--note', 'งานวัด'],
    ),
  ).toEqual([
    [
      'POST /operator/code/batch',
      {
        body: {
          name: 'SAWASDEE',
          code: 'SAWASDEE',
          kind: 'coin',
          coins: 100,
          expires_at: '2026-11-30T17:00:00.000Z',
          uses_max: 1000,
          uses_per_day_max: 50,
          per_member: 'once',
          note: 'งานวัด',
        },
      },
    ],
  ]);
});

test('creates many one-time codes for a live, and exports them', async () => {
  const args = ['create', 'live', '--prefix', 'kick', '--count', '500', '--one-time', '--csv'];
  expect(readCommand(args).csv).toBe(true);
  const [created, exported] = await calls(...args);
  expect(created?.[1]).toMatchObject({
    body: { name: 'KICK', prefix: 'KICK', count: 500, uses_max: 1, kind: 'live' },
  });
  expect(exported).toEqual(['POST /operator/code/batch/{batch_id}/export', { params, body: {} }]);
});

test('does not export a batch that awaits approval', async () => {
  const waiting = { 'POST /operator/code/batch': { data: { ...OPEN, waiting: true } } };
  const { run } = readCommand(['create', 'coin', '--coins', '5', '--prefix', 'A', '--count', '2']);
  expect(await recordCalls(run, { ...ANSWERS, ...waiting })).toHaveLength(1);
});

test('lists batches, the codes of one, or one code', async () => {
  expect(await calls('list')).toEqual([['GET /operator/code/batch', { query: {} }]]);
  expect(await calls('list', '--batch', 'KICK')).toEqual([
    search('KICK'),
    ['GET /operator/code/batch/{batch_id}/code', { params, query: { limit: 100 } }],
  ]);
  expect(await calls('list', '--code', 'sawasdee')).toEqual([
    search('sawasdee'),
    ['GET /operator/code/batch/{batch_id}/code', { params, query: { code: 'sawasdee' } }],
  ]);
  await expect(calls('list', '--batch', 'KICK 3')).rejects.toThrow('No batch has the name');
});

test('exports, approves and disables by the exact name', async () => {
  const of = (...args: string[]) => calls(...args, '--batch', 'KICK').then((made) => made.at(-1));
  const path = 'POST /operator/code/batch/{batch_id}';
  expect(await of('export')).toEqual([`${path}/export`, { params, body: {} }]);
  expect(await of('approve')).toEqual([`${path}/approve`, { params }]);
  const body = { reason: 'leaked' };
  expect(await of('disable', '--reason', ' leaked ')).toEqual([
    `${path}/disable`,
    { params, body },
  ]);
  expect((await calls('disable', '--code', 'X', '--reason', 'leaked')).at(-1)).toEqual([
    'POST /operator/code/{code_id}/disable',
    { params: { code_id: 'the-code' }, body },
  ]);
});

test.each([
  [[]],
  [['make']],
  [['create']],
  [['create', 'gift', '--code', 'ABCD']],
  [['create', 'coin', '--code', 'ABCD']],
  [['create', 'coin', '--coins', '5']],
  [['create', 'coin', '--coins', '5.5', '--code', 'ABCD']],
  [['create', 'coin', '--coins', '5', '--code', 'ABCD', '--prefix', 'A', '--count', '2']],
  [['create', 'coin', '--coins', '5', '--prefix', 'A']],
  [['create', 'coin', '--coins', '5', '--code', 'ABCD', '--live', 'x']],
  [['create', 'live', '--coins', '5', '--code', 'ABCD']],
  [['create', 'live', '--code', 'ABCD', '--one-time', '--limit', '5']],
  [['create', 'live', '--code', 'ABCD', '--expires', '2026-12-01']],
  [['list', 'all']],
  [['list', '--code', 'A', '--batch', 'B']],
  [['export']],
  [['approve', '--code', 'X']],
  [['disable', '--reason', 'x']],
  [['disable', '--code', 'X']],
  [['disable', '--code', 'X', '--reason', ' ']],
])('refuses %j with the usage', (args) => {
  expect(() => readCommand(args)).toThrow(UsageError);
});

test('CSV quotes where needed and contains no formula', () => {
  expect(toCsv(['A-1', 'A-2'])).toBe('code\r\nA-1\r\nA-2');
  expect(toCsv([{ code: 'A', note: '=1+1, "x"', limit: null }])).toBe(
    `code,note,limit\r\nA,"'=1+1, ""x""",`,
  );
  expect(toCsv([])).toBe('code');
});
