import type { OperatorCall } from '../operator/ask-api.ts';
import { readArguments, readOperator, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run show                                  the current live: bouts, gift bars, results and the log of actions
  npm run show -- list <live id>                the same for another live
  npm run show -- live-start | live-end <live id>
  npm run show -- live-cancel <live id>         cancels the bouts and returns coins and codes
  npm run show -- start | end | rest <bout id>
  npm run show -- round <bout id> <number>
  npm run show -- result <bout id> red | blue decision | tko | disqualification | forfeit [round]
  npm run show -- result <bout id> draw
  npm run show -- correct <bout id> …           replaces a confirmed result, written as with result. Without --coins it
                                                only prints the refund: how many members, how many coins
  npm run show -- correct <bout id> … --coins N corrects it, with the refund of N coins that was printed
  npm run show -- cancel | no-contest <bout id> refunds the gifts of both corners
  npm run show -- confirm <bout id>             immediately, under another --by than the result's (not checked);
                                                automatic after two minutes
  npm run show -- withdraw <bout id>            withdraws an unconfirmed result; the bout continues
  npm run show -- substitute <bout id> red | blue <fighter id>
  npm run show -- gifts on | off <bout id>
  npm run show -- draw-refunds on | off <bout id>   before the bout: whether a draw refunds gifts
Every change needs --reason "…". --by NAME names the operator; default: the account of this machine.`;

const OPTIONS = {
  reason: { type: 'string' },
  by: { type: 'string' },
  coins: { type: 'string' },
} as const;

const BOUT_ACTIONS = ['start', 'end', 'rest', 'confirm', 'withdraw', 'cancel', 'no-contest'];
const LIVE_ACTIONS = ['live-start', 'live-end', 'live-cancel'];
const SWITCHES = ['gifts', 'draw-refunds'];

function readResult(bout: string, [winner, method, round]: readonly string[]): object {
  if (winner === 'draw') return { bout, winner, method: 'draw' };
  if (winner === 'cancelled') return { bout, winner: 'none', method: winner };
  if (winner === 'no-contest') return { bout, winner: 'none', method: 'no_contest' };
  if (winner === undefined || method === undefined) {
    throw new UsageError('A result has a winner and a method, or is a draw.');
  }
  return { bout, winner, method, ...(round === undefined ? {} : { round: Number(round) }) };
}

/** Parses the action without operator and reason. */
function readAction(verb: string, [first, ...more]: readonly string[]): object {
  if (first === undefined) throw new UsageError('An argument is missing.');
  if (LIVE_ACTIONS.includes(verb)) return { live: first };
  if (BOUT_ACTIONS.includes(verb)) return { bout: first };
  if (verb === 'round') return { bout: first, number: Number(more[0]) };
  if (verb === 'result' || verb === 'correct') return readResult(first, more);
  if (verb === 'substitute') return { bout: first, corner: more[0], fighter: more[1] };
  if (SWITCHES.includes(verb)) {
    if (first !== 'on' && first !== 'off') throw new UsageError('Give on or off.');
    if (more[0] === undefined) throw new UsageError('An argument is missing.');
    return { bout: more[0], on: first === 'on' };
  }
  throw new UsageError(`"${verb}" is unknown.`);
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[], operator: string): OperatorCall {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = 'list', ...rest] = positionals;
  if (verb === 'list') {
    const [live] = rest;
    return { path: '/show', ...(live === undefined ? {} : { query: { live } }) };
  }
  const action = readAction(verb, rest);
  if (verb === 'correct' && values.coins === undefined) {
    const query = Object.entries(action).map(([name, value]) => [name, String(value)]);
    return { path: '/show/correction', query: Object.fromEntries(query) };
  }
  const coins = verb === 'correct' ? { expected_coins: Number(values.coins) } : {};
  const why = values.reason?.trim();
  if (!why) throw new UsageError('--reason is required.');
  const by = readOperator(values.by, operator);
  return { path: '/show', body: { action: verb, ...action, ...coins, by, why } };
}
