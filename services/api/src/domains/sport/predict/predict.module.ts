import type { MemberId, ProgramId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Transaction } from 'kysely';
import { Gauge } from 'prom-client';
import type { ApiModule, Bearer } from '../../../platform/http/handler.ts';
import { addJob } from '../../../platform/jobs/task.ts';
import { refuseIfOff, type SwitchGate } from '../../../platform/switches/switches.module.ts';
import type { Database } from '../../../schema/database.ts';
import { CardStore } from '../../live/lives/lives.module.ts';
import { BoardWriter } from './boards.store.ts';
import { confirmSheet } from './confirm-sheet.ts';
import { createGameDesk, type GameDesk } from './game-desk.ts';
import {
  exportSheets,
  type ReadDeps,
  readBoard,
  readCurrent,
  readHistory,
  readPlace,
  readSheet,
} from './read-game.ts';
import {
  correctScores,
  countOverdue,
  processDueGames,
  SCORING_TASK,
  type ScoreDeps,
} from './score-games.ts';
import { SheetWriter } from './sheets.store.ts';

export type { GameDesk } from './game-desk.ts';
export { addSampleSheets, moveGame, type SampleGame } from './sample-sheets.ts';

const EXPORT_SHEETS_MAX = 1_000;

export interface PredictDeps extends ReadDeps, ScoreDeps {
  readonly logger: Logger;
  readonly switches: SwitchGate;
}

/** The prediction game, for the modules of bout control and accounts. */
export interface Predict {
  /**
   * Closes the sheets of a card when a bout begins. Waits for sheets that are being confirmed. Idempotent: the time of
   * the first call stays.
   */
  close(trx: Transaction<Database>, programId: string, now: Date): Promise<void>;
  /** Deletes a member's sheets and places on boards. */
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
  /** Returns the member's sheets for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

export interface PredictModule extends ApiModule, Predict {
  /** Closes, counts, scores and corrects the cards that are due. Run by the task. */
  scoreDue(signal?: AbortSignal): Promise<void>;
  /** The desk of the prediction game for operators. */
  readonly desk: GameDesk;
}

/** Waits for sheets of a card that are being confirmed, and blocks new confirmations until the transaction ends. */
export const fenceSheets = (trx: Transaction<Database>, programId: string): Promise<void> =>
  new SheetWriter(trx).fence(programId);

/** Refuses partners' members, who may not play. */
function refuseExternal({ external }: Bearer): void {
  if (external) throw new ApiError('predict_external');
}

function createHandlers(deps: PredictDeps): NonNullable<ApiModule['handlers']> {
  return {
    'GET /predict/current': async () => ({ data: await readCurrent(deps) }),
    'GET /predict/{program_id}/mine': async ({ params, bearer }) => {
      refuseExternal(bearer);
      return { data: await readSheet(deps, params.program_id, bearer.memberId) };
    },
    'PUT /predict/{program_id}': async ({ params, body, bearer }) => {
      refuseExternal(bearer);
      await refuseIfOff(deps.switches, 'predictions');
      const { memberId } = bearer;
      const { program_id: programId } = params;
      await confirmSheet(deps, { memberId, programId, picks: body.picks });
      const sheet = await readSheet(deps, programId, memberId);
      // The member was deleted after the confirmation.
      if (sheet === null) throw new ApiError('token_invalid');
      return { data: sheet };
    },
    'GET /predict/history': ({ query, bearer }) => {
      refuseExternal(bearer);
      return readHistory(deps, bearer.memberId, query);
    },
    'GET /predict/rank': async ({ query }) => ({ data: await readBoard(deps, query) }),
    'GET /predict/rank/mine': async ({ query, bearer }) => {
      refuseExternal(bearer);
      return { data: await readPlace(deps, query, bearer.memberId) };
    },
  };
}

/** Creates the module of the prediction game: sheets, their closing and scoring, and boards. */
export function createPredictModule(deps: PredictDeps): PredictModule {
  const { bus, db, logger } = deps;
  const scoreDue = async (signal?: AbortSignal): Promise<void> => {
    const running = signal === undefined ? deps : { ...deps, signal };
    await processDueGames(running);
    await correctScores(running);
  };
  /** Publishes that the scores of a live's card have changed. The trigger `bout_predicted` enqueues the scoring. */
  const onDecided = async (programLiveId: ProgramLiveId): Promise<void> => {
    const programId = await new CardStore(db).findProgramOf(programLiveId);
    if (programId === undefined) return;
    bus.publish('predict:changed', { programId: programId as ProgramId });
  };
  const unsubscribe = bus.subscribe('bout:decided', ({ programLiveId, state }, origin) => {
    if (origin !== 'here' || state === 'settled') return;
    onDecided(programLiveId).catch((err: unknown) =>
      logger.warn({ err, programLiveId }, 'prediction scoring after a result failed'),
    );
  });
  return {
    handlers: createHandlers(deps),
    close: async (trx, programId, now) => {
      const writer = new SheetWriter(trx);
      await writer.fence(programId);
      await writer.close(programId, now);
      await addJob(trx, SCORING_TASK, { queue: SCORING_TASK });
    },
    forgetMember: (trx, memberId) => new BoardWriter(trx).deleteMember(memberId),
    exportOf: async (memberId) => ({
      predictions: await exportSheets(deps, memberId, EXPORT_SHEETS_MAX),
    }),
    scoreDue,
    desk: createGameDesk(deps),
    observe: (registry) => {
      new Gauge({
        name: 'predict_scores_overdue',
        help: 'Programmes whose scores are not final although it is past 12:00 of the next day',
        registers: [registry],
        async collect() {
          const overdue = await countOverdue(deps).catch(() => null);
          if (overdue !== null) this.set(overdue);
        },
      });
    },
    tasks: [
      {
        name: SCORING_TASK,
        crontab: '* * * * *',
        atStart: true,
        run: (signal) => scoreDue(signal),
      },
    ],
    stop: async () => unsubscribe(),
  };
}
