import { every } from '@sangwian/node-kit/every';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import { Gauge } from 'prom-client';
import type { ApiModule } from '../../../platform/http/handler.ts';
import type { Database } from '../../../schema/database.ts';
import type { BoutControlDeps } from './bout-context.ts';
import { type AuditNote, BoutControlStore } from './bout-control.store.ts';
import { type BoutAction, controlBout, type DeskAct, refundUndecidedBout } from './control-bout.ts';
import { controlLive, type LiveAction, refundUnlocks } from './control-live.ts';
import { createResultCorrections, type ResultCorrections } from './result-corrections.ts';
import { FORGOTTEN_MS, HOLD_MS, OVERDUE_MS } from './result-rules.ts';

export type { AuditNote } from './bout-control.store.ts';
export { FOLLOWED_RESULTS_TASK } from './bout-rulings.ts';
export type { BoutAction, DeskAct } from './control-bout.ts';
export type { LiveAction } from './control-live.ts';
export { repeatBout } from './repeat-bout.ts';
export type { CorrectionRow, ResultCorrections } from './result-corrections.ts';
export { HOLD_MS, outcomeOf, resultOf } from './result-rules.ts';
export { retireBout } from './retire-bout.ts';
export { undoOffer } from './undo-rules.ts';

/** The actor of automatic actions in the log. */
export const SYSTEM = 'sangwian';
const POLL_MS = 1_000;
/** Interval between polls of bouts with undecided gifts, which are less urgent. */
const UNDECIDED_POLL_MS = 60_000;
const AT_ONCE_MAX = 100;

export interface BoutControlModuleDeps extends BoutControlDeps {
  readonly logger: Logger;
}

/** Confirms the results whose hold period has ended. */
async function confirmDue(deps: BoutControlModuleDeps): Promise<void> {
  const before = new Date(deps.clock().getTime() - HOLD_MS);
  for (const matchLiveId of await new BoutControlStore(deps.db).findDue(before, AT_ONCE_MAX)) {
    const note = { actor: SYSTEM, reason: 'not withdrawn for two minutes' };
    await controlBout(deps, matchLiveId, { action: 'confirm' }, note).catch((err: unknown) =>
      deps.logger.error({ err, matchLiveId }, 'result confirmation failed'),
    );
  }
}

/** Finds bouts with undecided gifts, and how long each bout has been without a confirmed result. */
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
 * Returns whether an operator has directed a live or one of its bouts since `since`. Not counted: opening and
 * closing gifts, actions of the system, and actions of the names in `except`.
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
  /** Corrections of results that a second person approves. */
  readonly corrections: ResultCorrections;
  /**
   * Polls once: confirms results whose hold period has ended, refunds the unlocks of cancelled lives, and refunds gifts
   * that have been undecided for a week.
   */
  poll(): Promise<void>;
}

/** Creates the module of operators' actions on lives and bouts, and of automatic confirmations and refunds. */
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
    control: (matchLiveId, act, note, desk) => controlBout(deps, matchLiveId, act, note, desk),
    controlLive: (programLiveId, action, note, desk) =>
      controlLive(deps, programLiveId, action, note, desk),
    corrections: createResultCorrections(deps),
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
