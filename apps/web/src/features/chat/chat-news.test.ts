import { expect, it } from 'vitest';
import type { ChatLine } from './chat-line.ts';
import { newestSeq, newsSince } from './chat-news.ts';

const line = (seq: number, member_id = 'a', removed = false): ChatLine =>
  ({
    kind: 'message',
    id: `id-${seq}`,
    message: { seq, member_id, member_name: 'สมชาย', text: `line ${seq}`, removed },
  }) as unknown as ChatLine;
const own: ChatLine = { kind: 'own', id: 'x', text: 'mine', state: 'sending' };

it('is counted, and the last of it is read out', () => {
  const lines = [line(1), line(2), line(3), own];
  expect(newsSince(lines, 1, 'me')).toEqual({
    count: 2,
    last: { name: 'สมชาย', text: 'line 3' },
  });
  expect(newestSeq(lines)).toBe(3);
});

it('is neither what oneself said nor what was removed', () => {
  expect(newsSince([line(1), line(2, 'me'), line(3, 'a', true), own], 1, 'me')).toBeNull();
  expect(newestSeq([])).toBe(0);
});
