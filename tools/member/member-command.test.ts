import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { readCommand } from './member-command.ts';

const NOW = new Date('2026-11-21T12:00:00Z');
const read = (...args: string[]) => readCommand(args, 'somsri', NOW);

test('shows a member by phone or id', () => {
  expect(read('show', '081 234 5678')).toEqual({ kind: 'show', member: '081 234 5678' });
});

test.each([
  ['ban', 'ban'],
  ['suspend', 'suspend'],
  ['close', 'closed'],
  ['reinstate', 'active'],
])('%s requests the status %s with reason and operator', (verb, status) => {
  expect(read(verb, '0812345678', '--reason', ' สแปม ')).toEqual({
    kind: 'change',
    body: { member: '0812345678', status, reason: 'สแปม', by: 'somsri' },
  });
  expect(read(verb, '0812345678', '--reason=x', '--by', 'Anong')).toMatchObject({
    body: { by: 'Anong' },
  });
});

test.each([
  ['consent', true],
  ['withdraw-consent', false],
])('%s records whether a parent consents to purchases', (verb, given) => {
  expect(read(verb, '0812345678', '--reason', 'จดหมายผู้ปกครอง')).toEqual({
    kind: 'consent',
    body: { member: '0812345678', given, reason: 'จดหมายผู้ปกครอง', by: 'somsri' },
  });
});

test.each([
  ['moderator', 'moderator'],
  ['none', null],
])('sets the role %s with reason and operator', (role, given) => {
  expect(read('role', '0812345678', role, '--reason', 'กะดึก')).toEqual({
    kind: 'role',
    body: { member: '0812345678', role: given, reason: 'กะดึก', by: 'somsri' },
  });
});

test('a suspension can end after days or at a time', () => {
  const until = (...args: string[]) => {
    const command = read('suspend', '0812345678', '--reason', 'x', ...args);
    return command.kind === 'change' ? command.body.until : null;
  };
  expect(until('--days', '1.5')).toBe('2026-11-23T00:00:00.000Z');
  expect(until('--until', '2026-12-01T00:00+07:00')).toBe('2026-11-30T17:00:00.000Z');
  expect(until()).toBeUndefined();
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
  [['ban', '0812345678', '--reason', 'x', '--force']],
  [['consent', '0812345678']],
  [['role', '0812345678']],
  [['role', '0812345678', 'king', '--reason', 'x']],
  [['role', '0812345678', 'admin']],
  [['consent', '0812345678', '--reason', 'x', '--days', '3']],
])('refuses %j with the usage', (args) => {
  expect(() => read(...args)).toThrow(UsageError);
});
