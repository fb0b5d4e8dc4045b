import type { OperatorCall } from '../operator/ask-api.ts';
import { readArguments, readOperator, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run chat                                  the current live: its messages with their ids, timeouts, and the log of actions
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
Without --live, the command applies to every live. Every change needs --reason "…". --by NAME names the operator;
default: the account of this machine. Moderators on the page: npm run member -- role.`;

const KINDS: Readonly<Record<string, string>> = {
  ban: 'banned',
  allow: 'innocent',
  drop: 'none',
  watch: 'watched',
};

const OPTIONS = {
  reason: { type: 'string' },
  by: { type: 'string' },
  live: { type: 'string' },
  en: { type: 'string' },
} as const;
type Options = ReturnType<typeof readArguments<typeof OPTIONS>>['values'];

function readNumber(text: string | undefined, unit: string): number {
  const number = Number(text);
  if (text === undefined || !Number.isInteger(number) || number < 1) {
    throw new UsageError(`The ${unit} must be a whole number.`);
  }
  return number;
}

function readWord(list: string, word: string | undefined): object {
  const kind = Object.hasOwn(KINDS, list) ? KINDS[list] : undefined;
  if (kind === undefined) throw new UsageError(`"${list}" is not one of ban, watch, allow, drop.`);
  if (word === undefined) throw new UsageError('A word is missing.');
  return { action: 'word', word, kind };
}

/** Parses the action without operator and reason. */
function readAction(verb: string, [first, second]: readonly string[], options: Options): object {
  if (first === undefined) throw new UsageError('An argument is missing.');
  const scope = options.live === undefined ? {} : { live: options.live };
  switch (verb) {
    case 'delete':
    case 'pin-line':
      return { action: verb, line: first };
    case 'delete-all':
    case 'end-timeout':
      return { action: verb, member: first, ...scope };
    case 'timeout':
      return { action: verb, member: first, minutes: readNumber(second, 'minutes'), ...scope };
    case 'slow':
      return { action: verb, live: first, seconds: readNumber(second, 'seconds') };
    case 'pin': {
      if (second === undefined) throw new UsageError('The text to pin is missing.');
      const en = options.en === undefined ? {} : { en: options.en };
      return { action: verb, live: first, th: second, ...en };
    }
    case 'unpin':
      return { action: verb, live: first };
    case 'words':
      return readWord(first, second);
    default:
      throw new UsageError(`"${verb}" is unknown.`);
  }
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string): OperatorCall {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = 'list', ...rest] = positionals;
  const [first] = rest;
  if (verb === 'list') {
    return { path: '/chat', ...(first === undefined ? {} : { query: { live: first } }) };
  }
  if (verb === 'words' && first === undefined) return { path: '/chat/words' };
  if (verb === 'try') {
    if (first === undefined) throw new UsageError('A message is missing.');
    return { path: '/chat/try', query: { text: first } };
  }
  const action = readAction(verb, rest, values);
  const why = values.reason?.trim();
  if (!why) throw new UsageError('--reason is required.');
  const by = readOperator(values.by, operator);
  return { path: '/chat', body: { ...action, by, why } };
}
