import { randomUUID } from 'node:crypto';
import type { RequestOf } from '@sangwian/contract/contract';
import type { Show, ShowBout } from '@sangwian/contract/endpoints/operator/show';
import type { FighterId, MatchLiveId, ProgramLiveId } from '@sangwian/contract/ids';
import {
  type CallStaff,
  type Command,
  NoAnswerError,
  RefusedError,
} from '../operator/call-staff.ts';
import { readArguments, readReason, UsageError } from '../operator/command-line.ts';

export const USAGE = `Usage:
  npm run show                                  the live of tonight: bouts, gift bars, results and the log of actions
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
  npm run show -- confirm <bout id>             immediately, with the token of another person than the result's
                                                (OPERATOR_TOKEN); automatic after two minutes
  npm run show -- withdraw <bout id>            withdraws an unconfirmed result; the bout continues
  npm run show -- substitute <bout id> red | blue <fighter id>
  npm run show -- gifts on | off <bout id>
  npm run show -- draw-refunds on | off <bout id>   before the bout: whether a draw refunds gifts
Every change needs --reason "…". --act ID repeats a change that got no answer; it has no second effect.`;

const OPTIONS = {
  reason: { type: 'string' },
  coins: { type: 'string' },
  act: { type: 'string' },
} as const;
const LIVE_VERBS = ['live-start', 'live-end', 'live-cancel'] as const;
const DIRECTIONS = ['start', 'end', 'rest', 'round'] as const;
const TRIES_MAX = 3;
const RETRY_MS = 1_000;

const BOUT = '/operator/show/bouts/{match_live_id}';
type Result = Omit<
  RequestOf<`POST ${typeof BOUT}/result`>['body'],
  'act_id' | 'version' | 'reason'
>;

/** The fields that every act has besides the version. */
interface ActNote {
  readonly act_id: string;
  readonly reason: string;
}
type SendAct = (call: CallStaff, bout: ShowBout, note: ActNote) => Promise<Show>;

const isOneOf = <Text extends string>(list: readonly Text[], text: string): text is Text =>
  (list as readonly string[]).includes(text);

function readResult([winner, method, round]: readonly string[]): Result {
  if (winner === 'draw') return { winner, method: 'draw' };
  if (winner === 'cancelled') return { winner: 'none', method: winner };
  if (winner === 'no-contest') return { winner: 'none', method: 'no_contest' };
  if (winner === undefined || method === undefined) {
    throw new UsageError('A result has a winner and a method, or is a draw.');
  }
  // The API validates winner and method, and names the invalid value.
  return { winner, method, ...(round === undefined ? {} : { round: Number(round) }) } as Result;
}

/** Returns the printed fields of a show. */
const present = ({ live, bouts, acts }: Show) => ({
  live: live?.program_live_id ?? null,
  status: live?.status ?? null,
  access: live?.access ?? null,
  bouts: bouts.map((bout) => ({
    bout: bout.match_live_id,
    order: bout.order,
    status: bout.status,
    round: bout.round,
    red: { fighter: bout.red.fighter_id, name: bout.red.name.en, coins: bout.gifts.red.coins },
    blue: { fighter: bout.blue.fighter_id, name: bout.blue.name.en, coins: bout.gifts.blue.coins },
    result: bout.result,
    ruling: bout.decision,
    settlement: bout.settlement,
    corrections: bout.corrections,
  })),
  log: acts,
});

/** Resends an act while there is no response. The act's id makes it idempotent. */
async function untilAnswered<Answer>(send: () => Promise<Answer>, actId: string): Promise<Answer> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof NoAnswerError)) throw error;
      if (tries < TRIES_MAX) {
        await new Promise((done) => setTimeout(done, RETRY_MS));
        continue;
      }
      throw new Error(
        `${error.message} The change may have taken effect. Repeat the command with --act ${actId}: it has no second effect.`,
      );
    }
  }
}

function actOnLive(verb: (typeof LIVE_VERBS)[number], id: ProgramLiveId, note: ActNote): Command {
  const operation = {
    'live-start': 'POST /operator/show/lives/{program_live_id}/start',
    'live-end': 'POST /operator/show/lives/{program_live_id}/end',
    'live-cancel': 'POST /operator/show/lives/{program_live_id}/cancel',
  } as const;
  return async (call) => {
    const { data } = await call('GET /operator/show', { query: { program_live_id: id } });
    const body = { ...note, version: data.live?.version ?? 0 };
    const request = { params: { program_live_id: id }, body };
    const send = () => call(operation[verb], request);
    return present((await untilAnswered(send, note.act_id)).data);
  };
}

function actOnBout(id: MatchLiveId, note: ActNote, send: SendAct): Command {
  return async (call) => {
    const { data } = await call('GET /operator/show', { query: { match_live_id: id } });
    const bout = data.bouts.find(({ match_live_id: of }) => of === id);
    if (bout === undefined) throw new Error(`The bout ${id} is no longer on the card.`);
    return present(await untilAnswered(() => send(call, bout, note), note.act_id));
  };
}

const onBout = ({ match_live_id, version }: ShowBout, note: ActNote) => ({
  params: { match_live_id },
  body: { ...note, version },
});

const recordResult =
  (result: Result): SendAct =>
  async (call, bout, note) => {
    const { params, body } = onBout(bout, note);
    return (await call(`POST ${BOUT}/result`, { params, body: { ...body, ...result } })).data;
  };

const confirm: SendAct = async (call, bout, note) => {
  try {
    return (await call(`POST ${BOUT}/confirm`, onBout(bout, note))).data;
  } catch (error) {
    if (!(error instanceof RefusedError) || error.code !== 'second_person_needed') throw error;
    throw new Error(
      'This account recorded the result, so another person has to confirm it: in the console, or with a token of their own in OPERATOR_TOKEN. It is confirmed automatically two minutes after it was recorded.',
    );
  }
};

const substitute =
  (corner: string | undefined, fighter: string | undefined): SendAct =>
  async (call, { match_id, version }, note) => {
    const body = {
      ...{ ...note, version },
      ...{ corner: corner as 'red' | 'blue', fighter_id: fighter as FighterId },
    };
    const operation = 'POST /operator/match/{match_id}/substitution';
    const { data } = await call(operation, { params: { match_id }, body });
    const query = { program_live_id: data.live?.program_live_id };
    return (await call('GET /operator/show', { query })).data;
  };

/** Parses an act on a bout, except for the bout's id. */
function readBoutAct(verb: string, more: readonly string[]): SendAct {
  if (isOneOf(DIRECTIONS, verb)) {
    const number = verb === 'round' ? { number: Number(more[0]) } : {};
    return async (call, bout, note) => {
      const { params, body } = onBout(bout, note);
      const directed = { ...body, action: verb, ...number };
      return (await call(`POST ${BOUT}/direct`, { params, body: directed })).data;
    };
  }
  if (verb === 'result') return recordResult(readResult(more));
  if (verb === 'cancel') return recordResult(readResult(['cancelled']));
  if (verb === 'no-contest') return recordResult(readResult(['no-contest']));
  if (verb === 'confirm') return confirm;
  if (verb === 'withdraw') {
    return async (call, bout, note) =>
      (await call(`POST ${BOUT}/withdraw`, onBout(bout, note))).data;
  }
  if (verb === 'substitute') return substitute(more[0], more[1]);
  throw new UsageError(`"${verb}" is unknown.`);
}

function readSwitch(verb: 'gifts' | 'draw-refunds', on: string): SendAct {
  if (on !== 'on' && on !== 'off') throw new UsageError('Give on or off.');
  return async (call, bout, note) => {
    const { params, body } = onBout(bout, note);
    return (await call(`POST ${BOUT}/${verb}`, { params, body: { ...body, on: on === 'on' } }))
      .data;
  };
}

/** Parses a correction. With `--coins`, the command applies the correction; without, it only prints the refund. */
function readCorrection(
  id: MatchLiveId,
  result: Result,
  {
    coins,
    ...values
  }: { readonly coins?: string | undefined; readonly reason?: string | undefined },
  actId: string,
): Command {
  if (coins === undefined) {
    return async (call) => {
      const request = { params: { match_live_id: id }, query: result };
      return { bout: id, ...(await call(`GET ${BOUT}/correction`, request)).data };
    };
  }
  const reason = readReason(values);
  return actOnBout(id, { act_id: actId, reason }, async (call, bout, note) => {
    const { params, body } = onBout(bout, note);
    const correction = { ...body, ...result, expected_coins: Number(coins) };
    return (await call(`POST ${BOUT}/correct`, { params, body: correction })).data;
  });
}

/**
 * Parses the command line.
 *
 * @throws {UsageError}
 */
export function readCommand(args: readonly string[]): Command {
  const { values, positionals } = readArguments(args, OPTIONS);
  const [verb = 'list', first, ...more] = positionals;
  if (verb === 'list') {
    const query = { program_live_id: first as ProgramLiveId | undefined };
    return async (call) => present((await call('GET /operator/show', { query })).data);
  }
  if (first === undefined) throw new UsageError('An argument is missing.');
  const actId = values.act ?? randomUUID();
  if (verb === 'correct') {
    return readCorrection(first as MatchLiveId, readResult(more), values, actId);
  }
  if (isOneOf(LIVE_VERBS, verb)) {
    return actOnLive(verb, first as ProgramLiveId, { act_id: actId, reason: readReason(values) });
  }
  const isSwitch = verb === 'gifts' || verb === 'draw-refunds';
  const id = isSwitch ? more[0] : first;
  if (id === undefined) throw new UsageError('An argument is missing.');
  const send = isSwitch ? readSwitch(verb, first) : readBoutAct(verb, more);
  return actOnBout(id as MatchLiveId, { act_id: actId, reason: readReason(values) }, send);
}
