import { expect, it } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { recordCalls } from '../operator/testing/record-calls.ts';
import { readCommand } from './chat-command.ts';

const ID = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c44';
const LIVE = '019aa3c0-7b1e-7c55-8f1d-3f9a2f6f0c45';
const CHAT = 'GET /operator/chat';
const WORDS = 'POST /operator/chat/words';
const LINE = '/operator/chat/messages/{chat_message_id}';
const ANSWERS = {
  'GET /operator/member': { data: [{ member_id: ID }] },
  [CHAT]: { data: { lines: [] } },
  'GET /operator/chat/words': { data: [] },
  'GET /operator/chat/words/try': { data: { link: false, word: null } },
  ...Object.fromEntries(
    [
      WORDS,
      `POST ${LINE}/remove`,
      `POST ${LINE}/pin`,
      'POST /operator/chat/messages/remove',
      'POST /operator/chat/timeouts',
      'POST /operator/chat/timeouts/end',
      'PUT /operator/chat/slow-mode',
      'PUT /operator/chat/pin',
    ].map((operation) => [operation, { data: {} }]),
  ),
};
const calls = (...args: string[]) => recordCalls(readCommand(args), ANSWERS);
const change = (...args: string[]) => calls(...args, '--reason', 'สแปม');
const everywhere = { member_id: ID, program_live_id: null };

it.each([
  [['delete', ID], `POST ${LINE}/remove`, { params: { chat_message_id: ID }, body: {} }],
  [['pin-line', ID], `POST ${LINE}/pin`, { params: { chat_message_id: ID }, body: {} }],
  [['delete-all', ID], 'POST /operator/chat/messages/remove', { body: everywhere }],
  [
    ['timeout', ID, '10', '--live', LIVE],
    'POST /operator/chat/timeouts',
    { body: { member_id: ID, program_live_id: LIVE, minutes: 10 } },
  ],
  [['end-timeout', ID], 'POST /operator/chat/timeouts/end', { body: everywhere }],
  [
    ['slow', LIVE, '30'],
    'PUT /operator/chat/slow-mode',
    { body: { program_live_id: LIVE, slow_mode_s: 30 } },
  ],
  [
    ['pin', LIVE, 'คู่เอก', '--en', 'Main'],
    'PUT /operator/chat/pin',
    { body: { program_live_id: LIVE, text: { th: 'คู่เอก', en: 'Main' } } },
  ],
  [['unpin', LIVE], 'PUT /operator/chat/pin', { body: { program_live_id: LIVE, text: null } }],
  [['words', 'ban', 'damn*'], WORDS, { body: { word: 'damn*', kind: 'banned' } }],
  [['words', 'watch', 'เครดิตฟรี'], WORDS, { body: { word: 'เครดิตฟรี', kind: 'watched' } }],
  [['words', 'allow', 'หีบ'], WORDS, { body: { word: 'หีบ', kind: 'innocent' } }],
  [['words', 'drop', 'x'], WORDS, { body: { word: 'x', kind: null } }],
])('sends %j with the reason', async (args, operation, { body, ...rest }) => {
  const [first] = await change(...args);
  expect(first).toEqual([operation, { ...rest, body: { ...body, reason: 'สแปม' } }]);
});

it('finds a member by a phone', async () => {
  const [[, request] = []] = await change('delete-all', '081 234 5678');
  expect(request).toEqual({ body: { ...everywhere, reason: 'สแปม' } });
});

it.each([
  [[], CHAT, { query: {} }],
  [['list', LIVE], CHAT, { query: { program_live_id: LIVE } }],
  [['words'], 'GET /operator/chat/words', {}],
  [['try', 'สู้ ๆ'], 'GET /operator/chat/words/try', { query: { text: 'สู้ ๆ' } }],
])('reads by %j', async (args, operation, request) => {
  expect(await calls(...args)).toEqual([[operation, request]]);
});

it.each([
  ['dance', ID],
  ['toString', ID],
  ['delete'],
  ['timeout', ID],
  ['timeout', ID, 'long'],
  ['slow', ID, '0'],
  ['pin', ID],
  ['words', 'toString', 'x'],
  ['words', 'ban'],
  ['try'],
])('refuses %s %s with the usage', (...args) => {
  expect(() => readCommand([...args, '--reason', 'สแปม'])).toThrow(UsageError);
});

it('refuses a change without a reason', () => {
  expect(() => readCommand(['delete', ID])).toThrow('--reason');
});
