import { join } from 'node:path';
import { CLIP_LIMITS } from '@sangwian/contract/clip-limits';
import type { MemberId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely, Transaction } from 'kysely';
import type { Bus } from '../../../platform/bus/bus.ts';
import { pageOf } from '../../../platform/http/cursor.ts';
import type { ApiModule, Handlers } from '../../../platform/http/handler.ts';
import { exportPages } from '../../../platform/http/read-pages.ts';
import { addJob } from '../../../platform/jobs/task.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { Chat } from '../chat/chat.module.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import type { CutSource } from '../recordings/recordings.module.ts';
import { clipPositionOf, createClipDesk, openClipCursor } from './clip-desk.ts';
import { type ClipRow, ClipsStore } from './clips.store.ts';
import { type CreateClipDeps, countClips, createClip, requireCuttable } from './create-clip.ts';
import { ENCODE_TASK, encodeClip } from './encode-clip.ts';
import { isPublic, presentClip, presentOwnClip } from './present-clip.ts';
import { REMOVE_TASK, removeClips } from './remove-clips.ts';
import { reportClip } from './report-clip.ts';
import { ClipReportsStore } from './reports.store.ts';
import { canEncode } from './run-encoder.ts';
import { serveClips } from './serve-clips.ts';

const EXPORT_ROWS_MAX = 10_000;
const REPORTS_EXPORTED_MAX = 1_000;

export interface ClipsOptions {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly live: Pick<LiveReader, 'findLive' | 'isUnlocked'>;
  readonly members: Pick<Members, 'store'>;
  readonly chat: Pick<Chat, 'checkTitle'>;
  readonly source: CutSource;
  /** The storage of recordings. */
  readonly objects: ObjectStore;
  /** The path of ffmpeg; empty if clips are switched off. */
  readonly ffmpeg: string;
  readonly dataDir: string;
  /** Returns the free bytes of the storage; `Infinity` for a bucket. */
  readonly freeBytes: () => Promise<number>;
  readonly freeBytesMin: number;
}

export interface ClipsModule extends ApiModule {
  exportOf(memberId: MemberId): Promise<Record<string, unknown>>;
  /** Removes a deleted member's clips, with their titles, and the notes of the member's reports. */
  forgetMember(trx: Transaction<Database>, memberId: MemberId): Promise<void>;
}

function createOwnHandlers(deps: CreateClipDeps): Handlers {
  const { db, clock } = deps;
  return {
    'GET /live/{program_live_id}/clip-offer': async ({ params, bearer }) => {
      const { memberId } = bearer;
      await requireCuttable(deps, params.program_live_id, memberId);
      const { made } = await countClips(db, memberId, clock());
      const left = Math.max(0, CLIP_LIMITS.clipsPerDayMax - made);
      if (left === 0) throw new ApiError('clip_day_limit_reached');
      return { data: { left, queued: await new ClipsStore(db).countWaiting() } };
    },
    'POST /clip': async ({ body, bearer }) => {
      const draft = {
        clipId: body.clip_id,
        programLiveId: body.program_live_id,
        begin:
          body.starts_at === undefined
            ? { positionMs: body.position_ms ?? 0 }
            : { wallMs: Date.parse(body.starts_at) },
        durationMs: body.duration_ms,
        title: body.title,
      };
      return { data: presentOwnClip(await createClip(deps, draft, bearer.memberId)) };
    },
    'GET /member/clips': async ({ query, bearer }) => {
      const { limit, cursor } = query;
      const after = openClipCursor(cursor);
      const rows = await new ClipsStore(db).findOfMember(bearer.memberId, after, limit + 1);
      const { shown, next_cursor } = pageOf(rows, limit, clipPositionOf);
      return { data: shown.map(presentOwnClip), next_cursor };
    },
    'DELETE /clip/{clip_id}': async ({ params, bearer }) => {
      const { clip_id: clipId } = params;
      await db.transaction().execute(async (trx) => {
        const store = new ClipsStore(trx);
        const owner = await store.findOwner(clipId);
        if (owner?.member_id !== bearer.memberId) throw new ApiError('clip_not_found');
        const removed = await store.remove(clipId, { by: 'owner', because: null }, clock());
        if (removed) await addJob(trx, REMOVE_TASK, { key: REMOVE_TASK });
      });
      return { data: {} };
    },
  };
}

function createPublicHandlers({ db, bus, clock, members }: ClipsOptions): Handlers {
  return {
    'GET /clip/{clip_id}': async ({ params }) => {
      const row = await new ClipsStore(db).find(params.clip_id);
      if (row === undefined || !isPublic(row)) throw new ApiError('clip_not_found');
      return { data: presentClip(row) };
    },
    'POST /clip/{clip_id}/report': async ({ params, body, bearer }) => {
      const report = { clipId: params.clip_id, reason: body.reason, note: body.note };
      const added = await reportClip({ db, clock, members }, report, bearer.memberId);
      if (added) bus.publish('staff:changed', { topic: 'clips', id: params.clip_id });
      return { data: { added } };
    },
  };
}

/** Creates the module of clips, which members cut from lives and replays. */
export function createClipsModule(options: ClipsOptions): ClipsModule {
  const { db, bus, clock, logger, objects, ffmpeg, dataDir } = options;
  const isAble = canEncode(ffmpeg);
  if (!isAble) {
    // An empty program switches clips off on purpose.
    const level = ffmpeg === '' ? 'info' : 'warn';
    logger[level]({ program: ffmpeg }, 'clips cannot be made: ffmpeg is missing');
  }
  const publish = (): void => void bus.publish('staff:changed', { topic: 'clips' });
  const encoding = { ...options, workDir: join(dataDir, 'clip-work'), onChanged: publish };
  return {
    handlers: {
      ...createOwnHandlers({ ...options, canEncode: isAble }),
      ...createPublicHandlers(options),
      ...createClipDesk({ db, bus, clock, canEncode: isAble }),
    },
    register: (app) => serveClips(app, new ClipsStore(db), objects),
    tasks: [
      // A node without ffmpeg leaves the jobs to other nodes.
      ...(isAble
        ? [
            {
              name: ENCODE_TASK,
              run: (signal: AbortSignal, payload: unknown) => encodeClip(encoding, payload, signal),
            },
          ]
        : []),
      { name: REMOVE_TASK, crontab: '*/15 * * * *', run: () => removeClips(options) },
    ],
    exportOf: async (memberId) => ({
      clips: exportPages(
        (last: ClipRow | undefined, limit) =>
          new ClipsStore(db).findOfMember(
            memberId,
            last === undefined ? null : { createdAt: last.created_at, clipId: last.clip_id },
            limit,
          ),
        { rowsMax: EXPORT_ROWS_MAX, show: presentOwnClip },
      ),
      clip_reports: await new ClipReportsStore(db).findForExport(memberId, REPORTS_EXPORTED_MAX),
    }),
    forgetMember: async (trx, memberId) => {
      await new ClipReportsStore(trx).forgetReporter(memberId);
      if (await new ClipsStore(trx).forgetMember(memberId, clock())) {
        await addJob(trx, REMOVE_TASK, { key: REMOVE_TASK });
      }
    },
  };
}
