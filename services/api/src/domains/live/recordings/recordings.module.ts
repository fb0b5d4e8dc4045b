import type { MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { FastifyInstance } from 'fastify';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import type { ApiModule, Handlers } from '../../../platform/http/handler.ts';
import { parseValue } from '../../../platform/http/parse-value.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import type { ReplayFinder, WatchedRecording, WatchModule } from '../watch/watch.module.ts';
import { STORYBOARD_TASK } from './add-storyboard.ts';
import { ChapterStore } from './chapter.store.ts';
import { readBoutTimes } from './chapter-rules.ts';
import { listReplays } from './list-replays.ts';
import { makeStoryboard } from './make-storyboard.ts';
import { MomentStore } from './moment.store.ts';
import { PositionStore } from './position.store.ts';
import { presentReplay } from './present-replay.ts';
import { readMoments } from './read-moments.ts';
import { createRecordingDesk } from './recording-desk.ts';
import {
  HEAD_BYTES_MAX,
  OBJECT_BYTES_MAX,
  RecordingParams,
  RecordingQuery,
  readObjectBody,
  StoredQuery,
} from './recording-rules.ts';
import { type RecordingLimits, RecordingsStore } from './recordings.store.ts';
import { type ReplayRow, ReplayStore } from './replay.store.ts';
import { replayPath, replayUrl } from './replay-address.ts';
import { ReplayGrants } from './replay-grants.ts';
import { ReplayReader } from './replay-reader.ts';
import { REMOVE_TASK, RetentionStore } from './retention.store.ts';
import { createReplayInterceptor } from './serve-replays.ts';
import { type StoreObjectDeps, storeObject } from './store-object.ts';

export { addRecording } from './add-recording.ts';
export type { FoundCut } from './cut-rules.ts';
export { type CutSource, createCutSource } from './cut-source.ts';
export { readBouts } from './read-bouts.ts';
export type { ReceivedObject } from './recording-rules.ts';

/**
 * The replays of ended lives. Separate from the recordings module to avoid a cycle: watching needs replays,
 * and the grants of replays need watching.
 */
export interface Replays extends ReplayFinder {
  readonly reader: ReplayReader;
  /** Returns whether an ended live can be watched as a replay. Reads within the caller's transaction. */
  readonly hasReplay: (
    trx: Transaction<Database>,
    programLiveId: ProgramLiveId,
  ) => Promise<boolean>;
  /** Deletes a deleted member's positions in replays. */
  readonly forgetMember: (trx: Transaction<Database>, memberId: MemberId) => Promise<void>;
  /** Returns a member's positions in replays for the data export. */
  readonly exportOf: (memberId: MemberId) => Promise<Record<string, unknown>>;
}

const EXPORT_ROWS_MAX = 10_000;

/** Returns the recording of the channel, or else another one; `null` if there is none. */
function choose(found: readonly ReplayRow[], channelId: string | null): WatchedRecording | null {
  const row = found.find((one) => one.channel_id === channelId) ?? found[0];
  if (row === undefined) return null;
  const { recording_id: id } = row;
  return { path: replayPath(id), urlWith: (grant) => replayUrl(id, grant) };
}

export function createReplays(db: Kysely<Database>, clock: Clock, days: number): Replays {
  const reader = new ReplayReader(new ReplayStore(db, days), clock);
  return {
    reader,
    forgetMember: (trx, memberId) => new PositionStore(trx).forgetMember(memberId),
    exportOf: async (memberId) => ({
      replay_positions: await new PositionStore(db).findOfMember(memberId, EXPORT_ROWS_MAX),
    }),
    hasReplay: async (trx, id) =>
      (await new ReplayStore(trx, days).findOfLive(id, clock())).length > 0,
    findReplay: async (id, channelId) => choose(await reader.findOfLive(id), channelId),
    findRecording: async (id, channelId) => choose(await reader.findWatchable(id), channelId),
  };
}

export interface RecordingsOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly live: Pick<LiveReader, 'cardOf' | 'findLive' | 'isUnlocked'>;
  readonly members: Pick<Members, 'findMemberNames'>;
  readonly watch: Pick<WatchModule, 'isActive' | 'recordSeen'>;
  readonly replays: Replays;
  readonly grantSecret: string;
  readonly logger: Logger;
  /** The storage that contains only recordings. */
  readonly objects: ObjectStore;
  readonly limits: RecordingLimits;
  /** The program that makes storyboards; empty if there is none. */
  readonly ffmpeg: string;
  /** Returns the free bytes of the storage; `Infinity` for a bucket. */
  readonly freeBytes: () => Promise<number>;
  readonly freeBytesMin: number;
}

/** Registers the endpoints for the media process (decision 101). */
function registerRecorder(
  app: FastifyInstance,
  { clock, limits }: RecordingsOptions,
  deps: StoreObjectDeps,
): void {
  const { store } = deps;
  const bodyLimit = OBJECT_BYTES_MAX + HEAD_BYTES_MAX;
  app.addContentTypeParser(
    'application/octet-stream',
    { parseAs: 'buffer', bodyLimit },
    (_request, body, done) => done(null, body),
  );
  app.post('/media/recordings', async (request) => {
    const { channel_ids: channelIds } = parseValue(RecordingQuery, request.body);
    if (channelIds.length === 0) return { recordings: [] };
    await store.begin(channelIds, limits, clock());
    return { recordings: await store.findOpen(channelIds, limits, clock()) };
  });
  app.get('/media/recordings/:recording_id/stored', async (request) => {
    const { recording_id: id } = parseValue(RecordingParams, request.params);
    const { origin_id: originId } = parseValue(StoredQuery, request.query);
    return { stored: await store.findStored(id, originId) };
  });
  app.post('/media/recordings/:recording_id/objects', { bodyLimit }, async (request) => {
    const { recording_id: id } = parseValue(RecordingParams, request.params);
    const received = Buffer.isBuffer(request.body) ? readObjectBody(request.body) : null;
    if (received === null) throw new ApiError('request_invalid');
    return { last_sequence: await storeObject(deps, id, received) };
  });
  app.post('/media/recordings/:recording_id/complete', async (request) => {
    const { recording_id: id } = parseValue(RecordingParams, request.params);
    const { origin_id: originId } = parseValue(StoredQuery, request.body);
    await store.complete(id, originId, clock());
    return {};
  });
}

/** Removes the objects of expired and deleted recordings, then their rows. */
async function removeRecordings(
  { objects, limits, clock, logger }: RecordingsOptions,
  retention: RetentionStore,
): Promise<void> {
  for (const id of await retention.takeRemoved(limits.days, clock())) {
    await objects.removeFolder(id);
    await retention.delete(id);
    logger.info({ recording: id }, 'recording removed');
  }
}

/** Creates the handlers of replays and their chapters. */
function createReplayHandlers({ db, live, replays }: RecordingsOptions): Handlers {
  const chapters = new ChapterStore(db);
  return {
    'GET /replay': ({ query }) => listReplays(replays.reader, query),
    'GET /live/{program_live_id}/recording': async ({ params }) => {
      const [row] = await replays.reader.findWatchable(params.program_live_id);
      return { data: { begins_at: row?.started_at.toISOString() ?? null } };
    },
    'GET /live/{program_live_id}/replay': async ({ params, query }) => {
      const { program_live_id: id } = params;
      const { matches } = await live.cardOf(id);
      const [row] = await replays.reader.findWatchable(id);
      const replay = row === undefined ? null : await replays.reader.read(row.recording_id);
      if (replay === null) throw new ApiError('replay_not_found');
      const times = readBoutTimes(await chapters.findActs(id));
      const view = {
        hidesResults: query.show_results !== true,
        positionMs: query.position_ms ?? 0,
        reveals: query.reveal,
      };
      const data = presentReplay(replay, { matches, times }, view);
      if (data === null) throw new ApiError('replay_not_found');
      return { data };
    },
  };
}

/** Creates the handler of a replay's chat lines and gifts, for members who may watch the replay. */
function createMomentHandlers({ db, live, members, replays }: RecordingsOptions): Handlers {
  const chapters = new ChapterStore(db);
  const deps = { store: new MomentStore(db), members };
  return {
    'GET /live/{program_live_id}/replay/moments': async ({ params, query, bearer }) => {
      const { program_live_id: programLiveId } = params;
      const { memberId: readerId } = bearer;
      const found = await live.findLive(programLiveId);
      if (found === null) throw new ApiError('live_not_found');
      if (found.access === 'premium' && !(await live.isUnlocked(programLiveId, readerId))) {
        throw new ApiError('live_locked');
      }
      const [row] = await replays.reader.findWatchable(programLiveId);
      const replay = row === undefined ? null : await replays.reader.read(row.recording_id);
      const [track] = replay?.tracks ?? [];
      if (track === undefined) throw new ApiError('replay_not_found');
      const times = readBoutTimes(await chapters.findActs(programLiveId));
      const request = { programLiveId, readerId, fromMs: query.from_ms };
      return { data: await readMoments(deps, { track, times }, request) };
    },
  };
}

/** Creates the handlers of members' positions in replays. */
function createPositionHandlers({ db, live, clock }: RecordingsOptions): Handlers {
  const positions = new PositionStore(db);
  const requireLive = async (id: ProgramLiveId): Promise<void> => {
    if ((await live.findLive(id)) === null) throw new ApiError('live_not_found');
  };
  return {
    'GET /live/{program_live_id}/replay/position': async ({ params, bearer }) => {
      await requireLive(params.program_live_id);
      return { data: await positions.find(bearer.memberId, params.program_live_id) };
    },
    'PUT /live/{program_live_id}/replay/position': async ({ params, body, bearer }) => {
      await requireLive(params.program_live_id);
      const watchedAt = new Date(Math.min(Date.parse(body.watched_at), clock().getTime()));
      const row = { position_s: body.position_s, watched_at: watchedAt };
      return { data: await positions.keep(bearer.memberId, params.program_live_id, row) };
    },
  };
}

/** Creates the module that stores recordings of lives and serves their replays. */
export function createRecordingsModule(options: RecordingsOptions): ApiModule {
  const { db, bus, clock, objects, limits, freeBytes, freeBytesMin, logger, replays } = options;
  const store = new RecordingsStore(db);
  const retention = new RetentionStore(db);
  const { bytesMax, days } = limits;
  const deps = { store, objects, freeBytes, freeBytesMin, bytesMax, logger };
  const grants = new ReplayGrants(options);
  const drawing = { store, replays: replays.reader, objects, ffmpeg: options.ffmpeg, logger };
  const run = () => removeRecordings(options, retention);
  return {
    handlers: {
      ...createReplayHandlers(options),
      ...createMomentHandlers(options),
      ...createPositionHandlers(options),
      ...createRecordingDesk({ retention, bus, clock, days }),
    },
    registerInternal: (app) => registerRecorder(app, options, deps),
    intercept: createReplayInterceptor({ replays: replays.reader, grants, objects, logger }),
    tasks: [
      { name: REMOVE_TASK, run },
      { name: 'recording_expiry', crontab: '*/15 * * * *', run },
      {
        name: STORYBOARD_TASK,
        run: (signal, payload) => makeStoryboard(drawing, payload, signal),
      },
    ],
    stop: async () => grants.stop(),
  };
}
