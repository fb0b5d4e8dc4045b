import { expect, test } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { recordCalls } from '../operator/testing/record-calls.ts';
import { readCommand } from './order-command.ts';

const ID = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44';
const written: [string, string][] = [];
const read = (...args: string[]) =>
  readCommand(args, (name, bytes) => written.push([name, Buffer.from(bytes).toString()]));
const ANSWERS = {
  'GET /operator/order': { data: [{ order_id: ID }] },
  'GET /operator/slip/{slip_id}/picture': {
    data: { base64: Buffer.from('a picture').toString('base64') },
  },
};
const calls = (...args: string[]) => recordCalls(read(...args), ANSWERS);

test('lists orders, slips and refunds that need an operator, and shows an order by number or id', async () => {
  expect((await calls('list')).map(([operation]) => operation)).toEqual([
    'GET /operator/order',
    'GET /operator/slip',
    'GET /operator/refund',
  ]);
  const shown = ['GET /operator/order/{order_id}', { params: { order_id: ID } }];
  expect(await calls('show', 'K7M29QXH')).toEqual([
    ['GET /operator/order', { query: { number: 'K7M29QXH' } }],
    shown,
  ]);
  expect(await calls('show', ID)).toEqual([shown]);
  const none = recordCalls(read('show', 'K7M29QXH'), { 'GET /operator/order': { data: [] } });
  await expect(none).rejects.toThrow('No order has the number "K7M29QXH".');
});

test('writes the image of a slip to a file', async () => {
  await calls('slip', 'the-slip');
  expect(written).toEqual([['slip-the-slip.webp', 'a picture']]);
});

test.each(['confirm', 'reject', 'refund'])('%s sends the order and the reason', async (action) => {
  expect(await calls(action, 'K7M29QXH', '--reason', ' ยอดเข้าแล้ว ')).toEqual([
    [
      `POST /operator/order/{order_id}/${action}`,
      { params: { order_id: ID }, body: { reason: 'ยอดเข้าแล้ว' } },
    ],
  ]);
});

test('sends the id of the checked slip', async () => {
  const [sent] = await calls('confirm', 'K7M29QXH', '--reason=x', '--slip', 'one');
  expect(sent?.[1]).toMatchObject({ body: { reason: 'x', slip_id: 'one' } });
});

test('records a manual refund by id, and reconciles all waiting orders', async () => {
  expect(await calls('refunded', 'the-refund', '--reason', 'transferred back')).toEqual([
    [
      'POST /operator/refund/{refund_id}/done',
      { params: { refund_id: 'the-refund' }, body: { reason: 'transferred back' } },
    ],
  ]);
  expect(await calls('reconcile')).toEqual([['POST /operator/payment/reconcile', { body: {} }]]);
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
  [['confirm', 'K7M29QXH', '--reason', 'x', '--by', 'Anong']],
  [['confirm', 'K7M2', '9QXH', '--reason', 'x']],
  [['pay', 'K7M29QXH', '--reason', 'x']],
  [['confirm', 'K7M29QXH', '--reason', 'x', '--force']],
])('refuses %j with the usage', (args) => {
  expect(() => read(...args)).toThrow(UsageError);
});
