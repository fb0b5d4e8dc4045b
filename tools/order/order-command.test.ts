import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { pictureOf, readCommand } from './order-command.ts';

const read = (...args: string[]) => readCommand(args, 'somsri');

test('lists waiting orders, and shows an order by number or id', () => {
  expect(read('list')).toEqual({ path: '/orders' });
  expect(read('show', 'K7M29QXH')).toEqual({ path: '/orders/one', query: { order: 'K7M29QXH' } });
});

test('shows a slip by its id', () => {
  const call = { path: '/orders/slip', query: { slip: 'the-slip' } };
  expect(read('slip', 'the-slip')).toEqual(call);
  const answer = { base64: Buffer.from('a picture').toString('base64') };
  const { fileName, bytes } = pictureOf(call, answer) ?? {};
  expect([fileName, bytes?.toString()]).toEqual(['slip-the-slip.webp', 'a picture']);
  expect(pictureOf({ path: '/orders' }, {})).toBeNull();
});

test.each(['confirm', 'reject', 'refund'])('%s sends order, operator and reason', (action) => {
  expect(read(action, 'K7M29QXH', '--reason', ' ยอดเข้าแล้ว ')).toEqual({
    path: '/orders/decision',
    body: { action, order: 'K7M29QXH', by: 'somsri', why: 'ยอดเข้าแล้ว' },
  });
  expect(read(action, 'K7M29QXH', '--reason=x', '--by', 'Anong', '--slip', 'one')).toMatchObject({
    body: { by: 'Anong', slip: 'one' },
  });
});

test('records a manual refund by its id', () => {
  expect(read('refunded', 'the-refund', '--reason', 'transferred back')).toEqual({
    path: '/orders/refund-done',
    body: { refund_id: 'the-refund', by: 'somsri', why: 'transferred back' },
  });
});

test('reconciles all waiting orders', () => {
  expect(read('reconcile')).toEqual({ path: '/payments/reconcile', body: {} });
});

test.each([
  [[]],
  [['list', 'K7M29QXH']],
  [['reconcile', 'K7M29QXH']],
  [['show']],
  [['slip']],
  [['slip', 'one', 'two']],
  [['confirm']],
  [['refunded']],
  [['confirm', 'K7M29QXH']],
  [['confirm', 'K7M29QXH', '--reason', ' ']],
  [['confirm', 'K7M29QXH', '--reason', 'x', '--by', ' ']],
  [['confirm', 'K7M2', '9QXH', '--reason', 'x']],
  [['pay', 'K7M29QXH', '--reason', 'x']],
  [['confirm', 'K7M29QXH', '--reason', 'x', '--force']],
])('refuses %j with the usage', (args) => {
  expect(() => read(...args)).toThrow(UsageError);
});
