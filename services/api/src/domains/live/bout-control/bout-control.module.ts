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
import { ShowStore } from './bout-control.store.ts';
import { refuse, type ShowDeps, type Word } from './bout-scene.ts';
import { type BoutAction, controlBout, forgetBout } from './control-bout.ts';
import { controlLive, refundUnlocks } from './control-live.ts';
import { FORGOTTEN_MS, HOLD_MS, OVERDUE_MS, outcomeOf } from './show-rules.ts';

export { layBoutAside } from './lay-aside.ts';

/** Signs in the log for actions that happen by themselves. */
const SYSTEM = 'sangwian';
const POLL_MS = 1_000;
/** Bouts that nobody decided on are looked for less often. */
const FORGOTTEN_LOOK_MS = 60_000;
const AT_ONCE_MAX = 100;
const SHOWN_ACTIONS_MAX = 100;

/** Who asks, and why: both stand in the log for ever. */
const word = {
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
    ...word,
  }),
  z.strictObject({
    action: z.enum(['start', 'end', 'rest', 'confirm', 'withdraw', 'cancel', 'no-contest']),
    ...bout,
    ...word,
  }),
  z.strictObject({
    action: z.literal('round'),
    number: z.number().int().min(1).max(ROUND_MAX),
    ...bout,
    ...word,
  }),
  z.strictObject({ action: z.literal('result'), ...result, ...bout, ...word }),
  z.strictObject({
    action: z.literal('correct'),
    // The refund of the preview: an operator confirms these coins and no others.
    expected_coins: z.number().int().min(0),
    ...result,
    ...bout,
    ...word,
  }),
  z.strictObject({ action: z.enum(['gifts', 'draw-refunds']), on: z.boolean(), ...bout, ...word }),
  z.strictObject({
    action: z.literal('substitute'),
    corner: z.enum(['red', 'blue']),
    fighter: z.uuid().toLowerCase(),
    ...bout,
    ...word,
  }),
]);
const Which = z.object({ live: z.uuid().toLowerCase().optional() });
/** A corrected result as a query, for its preview. */
const Preview = z.object({
  ...bout,
  ...result,
  round: z.coerce.number().int().min(1).max(ROUND_MAX).optional(),
});

export interface ShowModuleDeps extends ShowDeps {
  readonly logger: Logger;
}

/** A live with its bouts as an operator needs them: the one that is named, or the one that is on. */
async function readShow(deps: ShowDeps, which: string | undefined) {
  const { db, live, gifts } = deps;
  const store = new ShowStore(db);
  const facts =
    which === undefined ? await live.findLiveOnNow() : await live.findLive(which as ProgramLiveId);
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

/** A confirmation under another name is no proof of another person, and its answer says so. */
const unverifiedName = (by: string): string =>
  `confirmed as "${by}": this name was typed and not verified, since operators have no accounts yet`;

function registerRoutes(app: FastifyInstance, deps: ShowDeps): void {
  app.get('/show', (request) => readShow(deps, parseValue(Which, request.query).live));
  app.get('/show/correction', async (request) => {
    const { bout: matchLiveId, ...said } = parseValue(Preview, request.query);
    const facts = await deps.live.findBout(matchLiveId);
    if (facts === null) throw new ApiError('match_not_found');
    const settlement = await deps.gifts.findSettlement(matchLiveId);
    if (settlement === undefined) throw refuse('no result stands yet: nothing can be corrected');
    return { bout: matchLiveId, ...(await deps.gifts.previewCorrection(facts, outcomeOf(said))) };
  });
  app.post('/show', async (request) => {
    const { by, why, ...act } = parseValue(Action, request.body);
    if ('live' in act) {
      await controlLive(deps, act.live, act.action, { by, why });
      return readShow(deps, act.live);
    }
    const { bout: matchLiveId, ...todo } = act;
    await controlBout(deps, matchLiveId, todo, { by, why });
    // Its coins are on their way when the answer comes; the next look takes what is left.
    void deps.gifts.settle().catch(() => undefined);
    const facts = await deps.live.findBout(matchLiveId);
    const shown = await readShow(deps, facts?.programLiveId);
    return act.action === 'confirm' ? { warning: unverifiedName(by), ...shown } : shown;
  });
}

/** Results whose hold is over stand now. */
async function confirmDue(deps: ShowModuleDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - HOLD_MS);
  for (const matchLiveId of await new ShowStore(deps.db).findDue(before, AT_ONCE_MAX)) {
    const word = { by: SYSTEM, why: 'nobody withdrew it for two minutes' };
    await controlBout(deps, matchLiveId, { action: 'confirm' }, word).catch((err: unknown) =>
      deps.logger.error({ err, matchLiveId }, 'a result could not be confirmed'),
    );
  }
}

/** How long each bout with gifts has waited for a result. */
async function findWaiting({ gifts, live, clock }: ShowDeps) {
  const nowMs = clock().getTime();
  const facts = await Promise.all(
    (await gifts.findUndecided(AT_ONCE_MAX)).map((id) => live.findBout(id)),
  );
  return facts.flatMap((one) =>
    one === null ? [] : [{ id: one.matchLiveId, waitedMs: nowMs - one.since.getTime() }],
  );
}

async function forgetOld(deps: ShowModuleDeps): Promise<void> {
  for (const { id, waitedMs } of await findWaiting(deps)) {
    if (waitedMs >= FORGOTTEN_MS) await forgetBout(deps, id);
  }
}

/**
 * Whether an operator has directed a live or a bout of it since a moment. Switches of gifts do not count, nor do actions
 * of the system and of the names in `except`.
 */
export const isDirected = (
  db: Kysely<Database>,
  programLiveId: string,
  since: Date,
  except: readonly string[],
): Promise<boolean> => new ShowStore(db).hasDirected(programLiveId, since, [SYSTEM, ...except]);

export interface ShowModule extends ApiModule {
  /** Runs an operator's action on a bout. @throws {ApiError} as `controlBout` */
  control(matchLiveId: string, act: BoutAction, word: Word): Promise<void>;
  /** One look at what is due by itself: results whose hold is over, bouts that nobody decided on, refunds. */
  look(): Promise<void>;
}

/** What operators do in a show, on the internal listener, until there is a console; and what happens by itself. */
export function createShowModule(deps: ShowModuleDeps): ShowModule {
  const { clock, logger } = deps;
  let lookedForForgottenMs = Number.NEGATIVE_INFINITY;
  const look = async (): Promise<void> => {
    await confirmDue(deps);
    await refundUnlocks(deps);
    if (clock().getTime() - lookedForForgottenMs < FORGOTTEN_LOOK_MS) return;
    lookedForForgottenMs = clock().getTime();
    await forgetOld(deps);
  };
  const poll = every(POLL_MS, look, { name: 'bout_control', logger });
  return {
    registerInternal: (app) => registerRoutes(app, deps),
    control: (matchLiveId, act, word) => controlBout(deps, matchLiveId, act, word),
    look,
    observe: (registry) => {
      new Gauge({
        name: 'bouts_without_result',
        help: 'Bouts with gifts that have had no result for a day; anything above 0 is an alarm',
        registers: [registry],
        async collect() {
          const waiting = await findWaiting(deps).catch(() => null);
          const overdue = waiting?.filter(({ waitedMs }) => waitedMs >= OVERDUE_MS);
          if (overdue !== undefined) this.set(overdue.length);
        },
      });
    },
    start: () => poll.start(),
    stop: () => poll.stop(),
  };
}
