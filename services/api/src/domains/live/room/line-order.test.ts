import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { expect, test } from 'vitest';
import { LineOrder } from './line-order.ts';

const lines = (...seqs: number[]): ChatMessage[] => seqs.map((seq) => ({ seq }) as ChatMessage);

test('lines that come in their order are given at once', () => {
  const order = new LineOrder();
  order.startAt(4);
  expect(order.add(lines(5))).toEqual(lines(5));
  expect(order.add(lines(6, 7))).toEqual(lines(6, 7));
  expect(order.isWaiting).toBe(false);
  expect(order.seq).toBe(7);
});

test('before the first join the first line says where the chat is', () => {
  const order = new LineOrder();
  expect(order.add(lines(9))).toEqual(lines(9));
  order.startAt(3);
  expect(order.seq).toBe(9);
});

test('a line that overtook another waits for it', () => {
  const order = new LineOrder();
  order.startAt(4);
  expect(order.add(lines(6, 8))).toEqual([]);
  expect(order.isWaiting).toBe(true);
  expect(order.add(lines(5))).toEqual(lines(5, 6));
  expect(order.add(lines(7))).toEqual(lines(7, 8));
  expect(order.isWaiting).toBe(false);
});

test('a line that comes twice is given once', () => {
  const order = new LineOrder();
  order.startAt(4);
  expect(order.add(lines(5, 6))).toEqual(lines(5, 6));
  expect(order.add(lines(5, 6))).toEqual([]);
  expect(order.add(lines(8))).toEqual([]);
  expect(order.add(lines(8, 7))).toEqual(lines(7, 8));
});

test('what never comes is passed over in the end', () => {
  const order = new LineOrder();
  order.startAt(4);
  order.add(lines(9, 7));
  expect(order.skip()).toEqual(lines(7, 9));
  expect(order.seq).toBe(9);
  expect(order.skip()).toEqual([]);
  expect(order.add(lines(10))).toEqual(lines(10));
});

test('lines do not wait without end', () => {
  const order = new LineOrder();
  order.startAt(0);
  const many = Array.from({ length: 2_001 }, (_, index) => index + 2);
  expect(order.add(lines(...many))).toHaveLength(2_001);
  expect(order.isWaiting).toBe(false);
});
