import type { Live, LiveState, Match } from '@sangwian/contract/endpoints/live';
import type { MatchId, MatchLiveId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely, Transaction } from 'kysely';
import type { ApiModule } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import type { Database } from '../../../schema/database.ts';

export { type Card, type CardBout, CardStore } from './card.store.ts';
export { type Concealed, concealOutcome, findConcealed } from './concealed-bouts.ts';
export { type BoutState, LiveControl, type ResultValue } from './live-control.store.ts';
export type { CardBoutRow } from './live-rows.ts';
export type { LiveStatusValue } from './lives.tables.ts';

import { type Concealed, findConcealed, NOTHING_CONCEALED } from './concealed-bouts.ts';
import type { BoutRow, LiveRow, RecordRow, StreamRow } from './live-rows.ts';
import { LiveStore } from './lives.store.ts';
import { presentState } from './present-live.ts';
import { listLives, readLive, readMatches, type ViewerCounts } from './read-lives.ts';
import { type UnlockDeps, unlockLive } from './unlock-live.ts';

export { presentCardBout } from './present-card-bout.ts';
export type { ViewerCounts } from './read-lives.ts';
export { accessOf, priceOf } from './replay-price.ts';

const EXPORT_ROWS_MAX = 10_000;
type UnlockExportRow = Awaited<ReturnType<LiveStore['findUnlocks']>>[number];

/** The fields of a live that other modules need. */
export interface LiveFacts {
  readonly programLiveId: ProgramLiveId;
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
}

export interface StreamFacts {
  readonly matchLiveStreamId: string;
  readonly programLiveId: ProgramLiveId;
  readonly kind: 'hls' | 'webrtc';
  readonly channelId: string;
}

/** The fields of a bout that gifts need. */
export interface BoutFacts {
  readonly matchLiveId: MatchLiveId;
  readonly matchId: MatchId;
  readonly programLiveId: ProgramLiveId;
  readonly status: 'not_started' | 'in_progress' | 'ended';
  readonly access: 'free' | 'premium';
  readonly drawRefunds: boolean;
  /** When the bout ended; if it has not ended, when it started. */
  readonly since: Date;
  readonly title: { readonly th: string; readonly en: string };
}

/** Uncached reads for other modules. */
export interface LiveReader {
  findLive(programLiveId: ProgramLiveId): Promise<LiveFacts | null>;
  /** Finds the live in progress that began last. */
  findCurrentLive(): Promise<LiveFacts | null>;
  findStream(matchLiveStreamId: string): Promise<StreamFacts | null>;
  streamsOf(programLiveId: ProgramLiveId): Promise<StreamFacts[]>;
  findBout(matchLiveId: string): Promise<BoutFacts | null>;
  findCurrentBout(programLiveId: ProgramLiveId): Promise<MatchLiveId | null>;
  /** Reads the live's state, and its card with the fighters' records. @throws {ApiError} `live_not_found` */
  cardOf(programLiveId: ProgramLiveId): Promise<{ state: LiveState; matches: Match[] }>;
  isUnlocked(programLiveId: ProgramLiveId, memberId: MemberId): Promise<boolean>;
  hasMatch(programLiveId: ProgramLiveId, matchId: MatchId): Promise<boolean>;
  /** Returns the member's unlocks for the data export. */
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
}

/** Unlocks of lives by other modules, in the caller's transaction. */
export interface LiveUnlocks {
  /**
   * Finds a live and locks it until the transaction ends, so that the live cannot be cancelled during the
   * transaction.
   */
  findLive(trx: Transaction<Database>, programLiveId: ProgramLiveId): Promise<LiveFacts | null>;
  /** Unlocks a premium live for a member. @returns false if it was already unlocked */
  unlockByCode(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    memberId: MemberId,
  ): Promise<boolean>;
  /** Unlocks a premium live at a partner's request. @returns false if it was already unlocked */
  unlockByPartner(
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
    memberId: MemberId,
  ): Promise<boolean>;
}

const factsOf = (row: LiveRow): LiveFacts => ({
  programLiveId: row.program_live_id as ProgramLiveId,
  status: row.status,
  access: row.access,
});

const streamFactsOf = (row: StreamRow): StreamFacts => ({
  matchLiveStreamId: row.match_live_stream_id,
  programLiveId: row.program_live_id as ProgramLiveId,
  kind: row.kind,
  channelId: row.channel_id,
});

const boutFactsOf = (row: BoutRow): BoutFacts => ({
  matchLiveId: row.match_live_id as MatchLiveId,
  matchId: row.bout_id as MatchId,
  programLiveId: row.program_live_id as ProgramLiveId,
  status: row.status,
  access: row.access,
  drawRefunds: row.draw_refunds,
  since: row.since,
  title: { th: `${row.red_th} – ${row.blue_th}`, en: `${row.red_en} – ${row.blue_en}` },
});

/** Creates the reader of lives for watching, chat and sockets. */
export function createLiveReader(db: Kysely<Database>): LiveReader {
  const store = new LiveStore(db);
  return {
    findLive: async (id) => {
      const row = await store.findLive(id);
      return row === undefined ? null : factsOf(row);
    },
    findCurrentLive: async () => {
      const row = await store.findCurrentLive();
      return row === undefined ? null : factsOf(row);
    },
    findStream: async (id) => {
      const row = await store.findStream(id);
      return row === undefined ? null : streamFactsOf(row);
    },
    streamsOf: async (id) => (await store.findStreams(id)).map(streamFactsOf),
    findBout: async (id) => {
      const row = await store.findBout(id);
      return row === undefined ? null : boutFactsOf(row);
    },
    findCurrentBout: async (id) =>
      ((await store.findCurrentBout(id)) ?? null) as MatchLiveId | null,
    cardOf: async (id) => {
      // The state is read first, so that its revision never includes a change that `matches` lacks.
      const row = await store.findLive(id);
      if (row === undefined) throw new ApiError('live_not_found');
      return { state: presentState(row), matches: await readMatches(store, id, NOTHING_CONCEALED) };
    },
    hasMatch: (id, matchId) => store.hasMatch(id, matchId),
    isUnlocked: (id, memberId) => store.isUnlocked(id, memberId),
    exportOf: async (memberId) => ({
      unlocked_lives: exportPages(
        (last: UnlockExportRow | undefined, limit) => store.findUnlocks(memberId, last, limit),
        { rowsMax: EXPORT_ROWS_MAX, show: (row) => row },
      ),
    }),
  };
}

/** Reads lives in the form that clients receive. */
export interface LivePresenter {
  /** Reads one live with its card, streams and viewers. @throws {ApiError} `live_not_found` */
  readLive(programLiveId: ProgramLiveId): Promise<Live>;
}

export function createLivePresenter(db: Kysely<Database>, viewers: ViewerCounts): LivePresenter {
  const store = new LiveStore(db);
  return { readLive: (id) => readLive(store, viewers, id, NOTHING_CONCEALED) };
}

/** Wins, losses and draws of each fighter. */
export type FighterRecords = ReadonlyMap<string, Omit<RecordRow, 'fighter_id'>>;

/** Creates the reader of fighters' records, which sum all bouts whose result is not concealed. */
export function createFindRecords(
  db: Kysely<Database>,
): (fighterIds: readonly string[], concealed: Concealed) => Promise<FighterRecords> {
  const store = new LiveStore(db);
  return async (fighterIds, concealed) => {
    const records = await store.findRecords(fighterIds, concealed);
    return new Map(records.map((record) => [record.fighter_id, record]));
  };
}

export function createLiveUnlocks(): LiveUnlocks {
  return {
    findLive: async (trx, id) => {
      const store = new LiveStore(trx);
      await store.lockLiveShared(id);
      const row = await store.findLive(id);
      return row === undefined ? null : factsOf(row);
    },
    unlockByCode: (trx, programLiveId, memberId) =>
      new LiveStore(trx).addUnlock({ programLiveId, memberId, via: 'code', coins: 0 }),
    unlockByPartner: (trx, programLiveId, memberId) =>
      new LiveStore(trx).addUnlock({ programLiveId, memberId, via: 'partner', coins: 0 }),
  };
}

export interface LiveModuleDeps extends UnlockDeps {
  readonly viewers: ViewerCounts;
}

/** Creates the module of the live list, single lives, and unlocks with coins. */
export function createLiveModule(deps: LiveModuleDeps): ApiModule {
  const { viewers } = deps;
  const store = new LiveStore(deps.db);
  const concealedFrom = ({
    show_results: shows,
  }: {
    readonly show_results?: boolean | undefined;
  }) => findConcealed(deps.db, { showsResults: shows === true });
  return {
    handlers: {
      'GET /live': async ({ query }) =>
        listLives(store, viewers, query, await concealedFrom(query)),
      'GET /live/{program_live_id}': async ({ params, query }) => ({
        data: await readLive(store, viewers, params.program_live_id, await concealedFrom(query)),
      }),
      'GET /live/{program_live_id}/mine': async ({ params, bearer }) => {
        const live = await store.findLive(params.program_live_id);
        if (live === undefined) throw new ApiError('live_not_found');
        if (live.access === 'free') return { data: { unlocked: true, via: 'free' as const } };
        const unlock = await store.findUnlock(live.program_live_id, bearer.memberId);
        return { data: { unlocked: unlock !== undefined, via: unlock?.via ?? null } };
      },
      'POST /live/{program_live_id}/unlock': async ({ params, body, bearer, idempotencyKey }) => ({
        data: await unlockLive(deps, {
          memberId: bearer.memberId,
          programLiveId: params.program_live_id,
          expectedCoins: body.expected_coins,
          idempotencyKey,
        }),
      }),
    },
  };
}
