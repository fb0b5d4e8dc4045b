import type { ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { Gauge } from 'prom-client';
import { z } from 'zod';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { Database } from '../../../schema/database.ts';
import { toBar } from '../gifts/gifts.module.ts';
import { type BoutControlDeps, refuse } from './bout-context.ts';
import { type AuditNote, BoutControlStore } from './bout-control.store.ts';
import { type BoutAction, controlBout, type DeskAct, refundUndecidedBout } from './control-bout.ts';
import { controlLive, type LiveAction, refundUnlocks } from './control-live.ts';
import { FORGOTTEN_MS, HOLD_MS, OVERDUE_MS, outcomeOf } from './result-rules.ts';

export type { AuditNote } from './bout-control.store.ts';
export type { BoutAction, DeskAct } from './control-bout.ts';
export { HOLD_MS, outcomeOf } from './result-rules.ts';
export { retireBout } from './retire-bout.ts';
export { undoOffer } from './undo-rules.ts';

/** The actor of automatic actions in the log. */
const SYSTEM = 'sangwian';
const POLL_MS = 1_000;
/** Undecided bouts are polled less often. */
const UNDECIDED_POLL_MS = 60_000;
const AT_ONCE_MAX = 100;
const SHOWN_ACTIONS_MAX = 100;

/** The actor and the reason, which the log keeps forever. */
const note = {
  by: z.string().trim().min(1).max(100),
  why: z.string().trim().min(1).max(500),
};
const bout = { bout: z.uuid().toLowerCase() };
const ROUND_MAX = 12;
const result = {
  winner: z.enum(['red', 'blue', 'draw', 'none']),
  method: z.enum([
    'decision',
    'tko',
    'disqualification',
    'forfeit',
    'draw',
    'cancelled',
    'no_contest',
  ]),
  round: z.number().int().min(1).max(ROUND_MAX).optional(),
};
const Action = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.enum(['live-start', 'live-end', 'live-cancel']),
    live: z.uuid().toLowerCase(),
    ...note,
  }),
  z.strictObject({
    action: z.enum(['start', 'end', 'rest', 'confirm', 'withdraw', 'cancel', 'no-contest']),
    ...bout,
    ...note,
  }),
  z.strictObject({
    action: z.literal('round'),
    number: z.number().int().min(1).max(ROUND_MAX),
    ...bout,
    ...note,
  }),
  z.strictObject({ action: z.literal('result'), ...result, ...bout, ...note }),
  z.strictObject({
    action: z.literal('correct'),
    // The refund of the preview: an operator confirms exactly these coins.
    expected_coins: z.number().int().min(0),
    ...result,
    ...bout,
    ...note,
  }),
  z.strictObject({ action: z.enum(['gifts', 'draw-refunds']), on: z.boolean(), ...bout, ...note }),
  z.strictObject({
    action: z.literal('substitute'),
    corner: z.enum(['red', 'blue']),
    fighter: z.uuid().toLowerCase(),
    ...bout,
    ...note,
  }),
]);
const ShowQuery = z.object({ live: z.uuid().toLowerCase().optional() });
/** A corrected result as a query, for its preview. */
const Preview = z.object({
  ...bout,
  ...result,
  round: z.coerce.number().int().min(1).max(ROUND_MAX).optional(),
});

export interface BoutControlModuleDeps extends BoutControlDeps {
  readonly logger: Logger;
}

/** Reads a live and its bouts for operators; without an id, the live in progress. */
async function readShow(deps: BoutControlDeps, programLiveId: string | undefined) {
  const { db, live, gifts } = deps;
  const store = new BoutControlStore(db);
  const facts =
    programLiveId === undefined
      ? await live.findCurrentLive()
      : await live.findLive(programLiveId as ProgramLiveId);
  if (facts === null) throw new ApiError('live_not_found');
  const matches = await live.matchesOf(facts.programLiveId);
  const bouts = await Promise.all(
    matches.map(async (match) => {
      const [ruling, settlement, corrections, counts] = await Promise.all([
        store.findRuling(match.match_live_id),
        gifts.findSettlement(match.match_live_id),
        gifts.findCorrections(match.match_live_id),
        gifts.readBar(match.match_live_id),
      ]);
      const { red, blue } = toBar(match.match_live_id, counts);
      return {
        bout: match.match_live_id,
        order: match.order,
        status: match.status,
        round: match.round,
        red: { fighter: match.red.fighter_id, name: match.red.name.en, coins: red.coins },
        blue: { fighter: match.blue.fighter_id, name: match.blue.name.en, coins: blue.coins },
        result: match.result,
        ruling: ruling ?? null,
        settlement: settlement ?? null,
        corrections,
      };
    }),
  );
  const log = await store.findLog(facts.programLiveId, SHOWN_ACTIONS_MAX);
  return { live: facts.programLiveId, status: facts.status, access: facts.access, bouts, log };
}

/** Returns the warning of a confirmation: another name does not prove another person. */
const unverifiedName = (actor: string): string =>
  `confirmed as "${actor}": this name was typed and not verified, since operators have no accounts yet`;

function registerRoutes(app: FastifyInstance, deps: BoutControlDeps): void {
  app.get('/show', (request) => readShow(deps, parseValue(ShowQuery, request.query).live));
  app.get('/show/correction', async (request) => {
    const { bout: matchLiveId, ...result } = parseValue(Preview, request.query);
    const facts = await deps.live.findBout(matchLiveId);
    if (facts === null) throw new ApiError('match_not_found');
    const settlement = await deps.gifts.findSettlement(matchLiveId);
    if (settlement === undefined) throw refuse('no result is confirmed: nothing can be corrected');
    return { bout: matchLiveId, ...(await deps.gifts.previewCorrection(facts, outcomeOf(result))) };
  });
  app.post('/show', async (request) => {
    const { by: actor, why: reason, ...act } = parseValue(Action, request.body);
    if ('live' in act) {
      await controlLive(deps, act.live, act.action, { actor, reason });
      return readShow(deps, act.live);
    }
    const { bout: matchLiveId, ...todo } = act;
    await controlBout(deps, matchLiveId, todo, { actor, reason });
    const facts = await deps.live.findBout(matchLiveId);
    const shown = await readShow(deps, facts?.programLiveId);
    return act.action === 'confirm' ? { warning: unverifiedName(actor), ...shown } : shown;
  });
}

/** Confirms results whose hold is over. */
async function confirmDue(deps: BoutControlModuleDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - HOLD_MS);
  for (const matchLiveId of await new BoutControlStore(deps.db).findDue(before, AT_ONCE_MAX)) {
    const note = { actor: SYSTEM, reason: 'not withdrawn for two minutes' };
    await controlBout(deps, matchLiveId, { action: 'confirm' }, note).catch((err: unknown) =>
      deps.logger.error({ err, matchLiveId }, 'result confirmation failed'),
    );
  }
}

/** Finds bouts with gifts and no result, and how long each has waited. */
async function findUndecided({ gifts, live, clock }: BoutControlDeps) {
  const nowMs = clock().getTime();
  const facts = await Promise.all(
    (await gifts.findUndecided(AT_ONCE_MAX)).map((id) => live.findBout(id)),
  );
  return facts.flatMap((one) =>
    one === null ? [] : [{ id: one.matchLiveId, waitedMs: nowMs - one.since.getTime() }],
  );
}

/** Refunds the gifts of bouts that have had no result for a week. */
async function refundUndecided(deps: BoutControlModuleDeps): Promise<void> {
  for (const { id, waitedMs } of await findUndecided(deps)) {
    if (waitedMs >= FORGOTTEN_MS) await refundUndecidedBout(deps, id);
  }
}

/**
 * Returns whether an operator has directed a live or one of its bouts since `since`. Switches of gifts and actions of
 * the system and of the names in `except` do not count.
 */
export const isDirected = (
  db: Kysely<Database>,
  programLiveId: string,
  since: Date,
  except: readonly string[],
): Promise<boolean> =>
  new BoutControlStore(db).hasDirected(programLiveId, since, [SYSTEM, ...except]);

export interface BoutControlModule extends ApiModule {
  /** Runs an operator's action on a bout. @throws {ApiError} as `controlBout` */
  control(matchLiveId: string, act: BoutAction, note: AuditNote, desk?: DeskAct): Promise<void>;
  /** Starts, ends or cancels a live. @throws {ApiError} as `controlLive` */
  controlLive(
    programLiveId: string,
    action: LiveAction,
    note: AuditNote,
    desk?: DeskAct,
  ): Promise<void>;
  /** Polls once: confirms results whose hold is over, refunds unlocks and undecided bouts. */
  poll(): Promise<void>;
}

/** Creates the module of operators' actions on the internal listener, and of automatic confirmations and refunds. */
export function createBoutControlModule(deps: BoutControlModuleDeps): BoutControlModule {
  const { clock, logger } = deps;
  let undecidedPolledMs = Number.NEGATIVE_INFINITY;
  const pollDue = async (): Promise<void> => {
    await confirmDue(deps);
    await refundUnlocks(deps);
    if (clock().getTime() - undecidedPolledMs < UNDECIDED_POLL_MS) return;
    undecidedPolledMs = clock().getTime();
    await refundUndecided(deps);
  };
  const poll = every(POLL_MS, pollDue, { name: 'bout_control', logger });
  return {
    registerInternal: (app) => registerRoutes(app, deps),
    control: (matchLiveId, act, note, desk) => controlBout(deps, matchLiveId, act, note, desk),
    controlLive: (programLiveId, action, note, desk) =>
      controlLive(deps, programLiveId, action, note, desk),
    poll: pollDue,
    observe: (registry) => {
      new Gauge({
        name: 'bouts_without_result',
        help: 'Bouts with gifts that have had no result for a day; anything above 0 is an alarm',
        registers: [registry],
        async collect() {
          const waiting = await findUndecided(deps).catch(() => null);
          const overdue = waiting?.filter(({ waitedMs }) => waitedMs >= OVERDUE_MS);
          if (overdue !== undefined) this.set(overdue.length);
        },
      });
    },
    start: () => poll.start(),
    stop: () => poll.stop(),
  };
}
