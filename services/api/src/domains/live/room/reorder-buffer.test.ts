import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { expect, test } from 'vitest';
import { ReorderBuffer } from './reorder-buffer.ts';

const lines = (...seqs: number[]): ChatMessage[] => seqs.map((seq) => ({ seq }) as ChatMessage);

test('returns lines at once when they arrive in order', () => {
  const order = new ReorderBuffer();
  order.startAt(4);
  expect(order.add(lines(5))).toEqual(lines(5));
  expect(order.add(lines(6, 7))).toEqual(lines(6, 7));
  expect(order.isWaiting).toBe(false);
  expect(order.seq).toBe(7);
});

test('starts at the first line when no join has set the start', () => {
  const order = new ReorderBuffer();
  expect(order.add(lines(9))).toEqual(lines(9));
  order.startAt(3);
  expect(order.seq).toBe(9);
});

test('keeps a line until the lines before it have arrived', () => {
  const order = new ReorderBuffer();
  order.startAt(4);
  expect(order.add(lines(6, 8))).toEqual([]);
  expect(order.isWaiting).toBe(true);
  expect(order.add(lines(5))).toEqual(lines(5, 6));
  expect(order.add(lines(7))).toEqual(lines(7, 8));
  expect(order.isWaiting).toBe(false);
});

test('returns a duplicate line once', () => {
  const order = new ReorderBuffer();
  order.startAt(4);
  expect(order.add(lines(5, 6))).toEqual(lines(5, 6));
  expect(order.add(lines(5, 6))).toEqual([]);
  expect(order.add(lines(8))).toEqual([]);
  expect(order.add(lines(8, 7))).toEqual(lines(7, 8));
});

test('skips a line that never arrives', () => {
  const order = new ReorderBuffer();
  order.startAt(4);
  order.add(lines(9, 7));
  expect(order.skip()).toEqual(lines(7, 9));
  expect(order.seq).toBe(9);
  expect(order.skip()).toEqual([]);
  expect(order.add(lines(10))).toEqual(lines(10));
});

test('skips missing lines when too many wait', () => {
  const order = new ReorderBuffer();
  order.startAt(0);
  const many = Array.from({ length: 2_001 }, (_, index) => index + 2);
  expect(order.add(lines(...many))).toHaveLength(2_001);
  expect(order.isWaiting).toBe(false);
});
