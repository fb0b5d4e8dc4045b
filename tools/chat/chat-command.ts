import type { MemberId } from '@sangwian/contract/ids';
import type { CallStaff, Command } from '../operator/call-staff.ts';
import { readArguments, readReason, UsageError } from '../operator/command-line.ts';
import { findMemberId } from '../operator/find-member.ts';

export const USAGE = `Usage:
  npm run chat                                  the current live: its messages with their ids, held messages, time-outs
  npm run chat -- list <live id>                the same for another live
  npm run chat -- delete <line id>
  npm run chat -- delete-all <phone or member id> [--live <live id>]
  npm run chat -- timeout <phone or member id> <minutes> [--live <live id>]
  npm run chat -- end-timeout <phone or member id> [--live <live id>]
  npm run chat -- slow <live id> <seconds>      pause between two messages of a member; default: 3
  npm run chat -- pin <live id> "ข้อความ" [--en "Text"]
  npm run chat -- pin-line <line id>            a fan's message
  npm run chat -- unpin <live id>
  npm run chat -- words                         the banned words, and allowed words that resemble them
  npm run chat -- words ban | watch | allow | drop <word>   watched words hold a message for review; a Latin word with * at its end matches every ending
  npm run chat -- try "a line"                  checks a message
Without --live, the command applies to every live. Every change needs --reason "…".
Moderators on the page: npm run member -- role.`;

const KINDS = { ban: 'banned', allow: 'innocent', drop: null, watch: 'watched' } as const;

const OPTIONS = {
  reason: { type: 'string' },
  live: { type: 'string' },
  en: { type: 'string' },
} as const;
type Values = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

/** The positional arguments and options of an action. */
interface Input {
  readonly first: string;
  readonly second: string | undefined;
  readonly values: Values;
  readonly reason: string;
}

function readNumber(text: string | undefined, unit: string): number {
  const number = Number(text);
  if (text === undefined || !Number.isInteger(number) || number < 1) {
    throw new UsageError(`The ${unit} must be a whole number.`);
  }
  return number;
}

const readLive = (liveId: string | undefined): Command => {
  const query = liveId === undefined ? {} : { program_live_id: liveId };
  return async (call) => (await call('GET /operator/chat', { query })).data;
};

/** Returns a command that applies a moderation action to a member, in the live of `--live` or in all lives. */
const actOnMember =
  (
    { first, values }: Input,
    act: (
      call: CallStaff,
      where: { member_id: MemberId; program_live_id: string | null },
    ) => Promise<unknown>,
  ): Command =>
  async (call) => {
    const memberId = await findMemberId(call, first);
    const done = await act(call, { member_id: memberId, program_live_id: values.live ?? null });
    return { member_id: memberId, ...(done as { readonly data: object }).data };
  };

/** Returns a command that changes the chat of a live, and then prints that chat. */
const changeLive =
  (liveId: string, change: (call: CallStaff) => Promise<unknown>): Command =>
  async (call) => {
    await change(call);
    return readLive(liveId)(call);
  };

function readPin({ first, second, values, reason }: Input): Command {
  if (second === undefined) throw new UsageError('The text to pin is missing.');
  const text = { th: second, en: values.en ?? second };
  const body = { program_live_id: first, text, reason };
  return changeLive(first, (call) => call('PUT /operator/chat/pin', { body }));
}

function readWord({ first: list, second: word, reason }: Input): Command {
  if (!Object.hasOwn(KINDS, list)) {
    throw new UsageError(`"${list}" is not one of ban, watch, allow, drop.`);
  }
  if (word === undefined) throw new UsageError('A word is missing.');
  const body = { word, kind: KINDS[list as keyof typeof KINDS], reason };
  return async (call) => (await call('POST /operator/chat/words', { body })).data;
}

const ACTIONS: Readonly<Record<string, (input: Input) => Command>> = {
  delete: ({ first, reason }) => {
    const request = { params: { chat_message_id: first }, body: { reason } };
    return async (call) => {
      await call('POST /operator/chat/messages/{chat_message_id}/remove', request);
      return { removed: first };
    };
  },
  'pin-line': ({ first, reason }) => {
    const request = { params: { chat_message_id: first }, body: { reason } };
    return async (call) => {
      await call('POST /operator/chat/messages/{chat_message_id}/pin', request);
      return { pinned: first };
    };
  },
  'delete-all': (input) =>
    actOnMember(input, (call, where) =>
      call('POST /operator/chat/messages/remove', { body: { ...where, reason: input.reason } }),
    ),
  timeout: (input) => {
    const minutes = readNumber(input.second, 'minutes');
    return actOnMember(input, (call, where) =>
      call('POST /operator/chat/timeouts', { body: { ...where, minutes, reason: input.reason } }),
    );
  },
  'end-timeout': (input) =>
    actOnMember(input, (call, where) =>
      call('POST /operator/chat/timeouts/end', { body: { ...where, reason: input.reason } }),
    ),
  slow: ({ first, second, reason }) => {
    const body = { program_live_id: first, slow_mode_s: readNumber(second, 'seconds'), reason };
    return changeLive(first, (call) => call('PUT /operator/chat/slow-mode', { body }));
  },
  pin: readPin,
  unpin: ({ first, reason }) => {
    const body = { program_live_id: first, text: null, reason };
    return changeLive(first, (call) => call('PUT /operator/chat/pin', { body }));
  },
  words: readWord,
};

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = 'list', first, second] = positionals;
  if (verb === 'list') return readLive(first);
  if (verb === 'words' && first === undefined) {
    return async (call) => (await call('GET /operator/chat/words', {})).data;
  }
  if (verb === 'try') {
    if (first === undefined) throw new UsageError('A message is missing.');
    return async (call) =>
      (await call('GET /operator/chat/words/try', { query: { text: first } })).data;
  }
  const readAction = Object.hasOwn(ACTIONS, verb) ? ACTIONS[verb] : undefined;
  if (readAction === undefined) throw new UsageError(`"${verb}" is unknown.`);
  if (first === undefined) throw new UsageError('An argument is missing.');
  return readAction({ first, second, values, reason: readReason(values) });
}
