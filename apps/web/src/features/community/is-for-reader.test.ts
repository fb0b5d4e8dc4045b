import type { ChatMessage } from '@sangwian/contract/endpoints/live';
import { expect, test } from 'vitest';
import { isForReader } from './is-for-reader.ts';

const message = (more: Partial<ChatMessage>) =>
  ({ member_id: 'other', text: '', removed: false, ...more }) as ChatMessage;
const reader = { id: 'me', name: 'นุ่น' };

test('marks answers to the reader and mentions, but not own or removed messages', () => {
  const reply = { chat_message_id: 'x', member_id: 'me', member_name: 'นุ่น', text: 'สู้' };
  const answer = { reply } as unknown as Partial<ChatMessage>;
  expect(isForReader(message(answer), reader)).toBe(true);
  expect(isForReader(message({ text: '@นุ่น มาดู' }), reader)).toBe(true);
  expect(isForReader(message({ ...answer, member_id: 'me' as never }), reader)).toBe(false);
  expect(isForReader(message({ ...answer, removed: true }), reader)).toBe(false);
  expect(isForReader(message({ text: '@นุ่น' }), { id: null, name: '' })).toBe(false);
});
