import { expect, it } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { readCommand } from './chat-command.ts';

const ID = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44';
const read = (...args: string[]) => readCommand([...args, '--reason', 'สแปม'], 'ann');

it.each([
  [['delete', ID], { action: 'delete', line: ID }],
  [['delete-all', '081 234 5678'], { action: 'delete-all', member: '081 234 5678' }],
  [['timeout', ID, '10', '--live', ID], { action: 'timeout', member: ID, minutes: 10, live: ID }],
  [['end-timeout', ID], { action: 'end-timeout', member: ID }],
  [['slow', ID, '30'], { action: 'slow', live: ID, seconds: 30 }],
  [['pin', ID, 'คู่เอก', '--en', 'Main'], { action: 'pin', live: ID, th: 'คู่เอก', en: 'Main' }],
  [['pin-line', ID], { action: 'pin-line', line: ID }],
  [['unpin', ID], { action: 'unpin', live: ID }],
  [['words', 'ban', 'damn*'], { action: 'word', word: 'damn*', kind: 'banned' }],
  [['words', 'allow', 'หีบ'], { action: 'word', word: 'หีบ', kind: 'innocent' }],
  [['words', 'drop', 'x'], { action: 'word', word: 'x', kind: 'none' }],
])('sends %j with operator and reason', (args, body) => {
  expect(read(...args)).toEqual({ path: '/chat', body: { ...body, by: 'ann', why: 'สแปม' } });
});

it('shows a chat, lists the words, and checks a message', () => {
  expect(readCommand([], 'ann')).toEqual({ path: '/chat' });
  expect(readCommand(['list', ID], 'ann')).toEqual({ path: '/chat', query: { live: ID } });
  expect(readCommand(['words'], 'ann')).toEqual({ path: '/chat/words' });
  expect(readCommand(['try', 'สู้ ๆ'], 'ann')).toEqual({
    path: '/chat/try',
    query: { text: 'สู้ ๆ' },
  });
});

it.each([
  ['dance', ID],
  ['delete'],
  ['timeout', ID],
  ['timeout', ID, 'long'],
  ['slow', ID, '0'],
  ['pin', ID],
  ['words', 'toString', 'x'],
  ['words', 'ban'],
  ['try'],
])('refuses %s %s with the usage', (...args) => {
  expect(() => read(...args)).toThrow(UsageError);
});

it('refuses a change without a reason', () => {
  expect(() => readCommand(['delete', ID], 'ann')).toThrow('--reason');
});
