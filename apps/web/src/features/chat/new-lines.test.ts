import { expect, it } from 'vitest';
import type { ChatLine } from './chat-line.ts';
import { newestSeq, newLinesSince } from './new-lines.ts';

const line = (seq: number, member_id = 'a', removed = false): ChatLine =>
  ({
    kind: 'message',
    id: `id-${seq}`,
    message: { seq, member_id, member_name: 'สมชาย', text: `line ${seq}`, removed },
  }) as unknown as ChatLine;
const own: ChatLine = { kind: 'own', id: 'x', text: 'mine', state: 'sending' };

it('newLinesSince returns the number of new messages and the latest one', () => {
  const lines = [line(1), line(2), line(3), own];
  expect(newLinesSince(lines, 1, 'me')).toEqual({
    count: 2,
    last: { name: 'สมชาย', text: 'line 3' },
  });
  expect(newestSeq(lines)).toBe(3);
});

it('newLinesSince ignores own and removed messages', () => {
  expect(newLinesSince([line(1), line(2, 'me'), line(3, 'a', true), own], 1, 'me')).toBeNull();
  expect(newestSeq([])).toBe(0);
});
