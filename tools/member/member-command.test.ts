import { expect, test } from 'vitest';
import type { CallStaff } from '../operator/call-staff.ts';
import { UsageError } from '../operator/command-line.ts';
import { recordCalls } from '../operator/testing/record-calls.ts';
import { readCommand } from './member-command.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const ID = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44';
const PATH = '/operator/member/{member_id}';
const file = { member_id: ID, version: 4, role: 'admin', state: 'ban', sessions: [], name: 'Som' };
const ANSWERS = {
  'GET /operator/member': { data: [file] },
  ...Object.fromEntries(
    [
      `GET ${PATH}`,
      ...['ban', 'close', 'lift', 'suspend', 'suspend-until'].map((act) => `POST ${PATH}/${act}`),
      `PUT ${PATH}/role`,
    ].map((operation) => [operation, { data: file }]),
  ),
};
const read = (...args: string[]) => readCommand(args, NOW);
const calls = (...args: string[]) => recordCalls(read(...args), ANSWERS);
const sent = (operation: string, body: object) => [
  [operation, { params: { member_id: ID }, body }],
];

test('shows a member by complete phone number or id', async () => {
  expect(await calls('show', '081 234 5678')).toEqual([
    ['GET /operator/member', { query: { q: '081 234 5678', exact: '1' } }],
    [`GET ${PATH}`, { params: { member_id: ID } }],
  ]);
  expect(await calls('show', ID)).toEqual([[`GET ${PATH}`, { params: { member_id: ID } }]]);
  const call = async (name: string) => ANSWERS[name as keyof typeof ANSWERS];
  expect(await read('show', ID)(call as unknown as CallStaff)).toMatchObject({
    ...{ member_id: ID, name: 'Som', status: 'ban', signed_in: 0 },
  });
});

test('signs everyone out, with repeated requests until no session is left', async () => {
  const answers = [
    { data: { ended_sessions: 5_000, has_more: true } },
    { data: { ended_sessions: 12, has_more: false } },
  ];
  const call = async () => answers.shift();
  const command = read('sign-out-everyone', '--reason', 'a stolen backup');
  expect(await command(call as unknown as CallStaff)).toEqual({ ended_sessions: 5_012 });
  expect(answers).toEqual([]);
  expect(() => read('sign-out-everyone')).toThrow(UsageError);
  expect(() => read('sign-out-everyone', ID, '--reason', 'x')).toThrow(UsageError);
});

test('reports that no member has the phone', async () => {
  const unknown = recordCalls(read('show', '0812345678'), { 'GET /operator/member': { data: [] } });
  await expect(unknown).rejects.toThrow('No member has the phone or id "0812345678".');
});

test.each([
  ['ban', 'ban'],
  ['close', 'close'],
  ['reinstate', 'lift'],
])('%s sends the version of the status and the reason', async (verb, act) => {
  expect(await calls(verb, '0812345678', '--reason', ' สแปม ')).toEqual(
    sent(`POST ${PATH}/${act}`, { reason: 'สแปม', version: 4 }),
  );
});

test('suspends in hours for up to a week, otherwise until a time or indefinitely', async () => {
  const term = (...args: string[]) => calls('suspend', ID, '--reason', 'x', ...args);
  const body = { reason: 'x', version: 4 };
  expect(await term('--days', '1.5')).toEqual(sent(`POST ${PATH}/suspend`, { ...body, hours: 36 }));
  const until = (time: string | null) =>
    sent(`POST ${PATH}/suspend-until`, { ...body, until: time });
  expect(await term('--days', '8')).toEqual(until('2026-11-29T12:00:00.000Z'));
  expect(await term('--until', '2026-12-01T00:00+07:00')).toEqual(
    until('2026-11-30T17:00:00.000Z'),
  );
  expect(await term()).toEqual(until(null));
});

test.each([
  ['moderator', 'moderator'],
  ['none', null],
])('sets the role %s over the role that was read', async (role, given) => {
  expect(await calls('role', ID, role, '--reason', 'กะดึก')).toEqual(
    sent(`PUT ${PATH}/role`, { role: given, role_before: 'admin', reason: 'กะดึก' }),
  );
});

test.each([
  ['consent', true],
  ['withdraw-consent', false],
])('%s records whether a parent consents to purchases', async (verb, given) => {
  expect(await calls(verb, ID, '--reason', 'จดหมายผู้ปกครอง')).toEqual(
    sent(`POST ${PATH}/parent-consent`, { given, reason: 'จดหมายผู้ปกครอง' }),
  );
});

test.each([
  [[]],
  [['ban']],
  [['delete', '0812345678']],
  [['toString', '0812345678']],
  [['ban', '0812345678']],
  [['ban', '0812345678', '--reason', ' ']],
  [['ban', '081', '2345678', '--reason', 'x']],
  [['ban', '0812345678', '--reason', 'x', '--days', '3']],
  [['suspend', '0812345678', '--reason', 'x', '--days', '0']],
  [['suspend', '0812345678', '--reason', 'x', '--days', '3', '--until', '2026-12-01T00:00Z']],
  [['suspend', '0812345678', '--reason', 'x', '--until', '2026-12-01']],
  [['ban', '0812345678', '--reason', 'x', '--by', 'Anong']],
  [['consent', '0812345678']],
  [['role', '0812345678']],
  [['role', '0812345678', 'king', '--reason', 'x']],
  [['role', '0812345678', 'admin']],
  [['consent', '0812345678', '--reason', 'x', '--days', '3']],
])('refuses %j with the usage', (args) => {
  expect(() => read(...args)).toThrow(UsageError);
});
