import type { ClipId, PromotionId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import type { Bus } from '../../../platform/bus/bus.ts';
import { openCursor, pageOf } from '../../../platform/http/cursor.ts';
import type { Handlers } from '../../../platform/http/handler.ts';
import { addJob } from '../../../platform/jobs/task.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import { ClipSettingsStore } from './clip-settings.store.ts';
import { type ClipPosition, type ClipRow, ClipsStore } from './clips.store.ts';
import { presentOperatorClip } from './present-clip.ts';
import { REMOVE_TASK } from './remove-clips.ts';
import { ClipReportsStore } from './reports.store.ts';

export interface ClipDeskDeps {
  readonly db: Kysely<Database>;
  readonly bus: Bus;
  readonly clock: Clock;
  readonly canEncode: boolean;
}

const Position = z
  .tuple([z.iso.datetime(), z.uuid()])
  .transform(([at, clipId]): ClipPosition => ({ createdAt: new Date(at), clipId }));

/** Decodes the cursor of a list of clips. */
export const openClipCursor = (cursor: string | undefined): ClipPosition | null =>
  openCursor(cursor, Position);
export const clipPositionOf = (row: ClipRow) => [row.created_at.toISOString(), row.clip_id];

/** @throws {ApiError} `clip_not_found`, `clip_removed` */
async function requireShown(store: ClipsStore, clipId: ClipId): Promise<ClipRow> {
  const row = await store.find(clipId);
  if (row === undefined) throw new ApiError('clip_not_found');
  if (row.removed_at !== null) throw new ApiError('clip_removed');
  return row;
}

function createModeration({ db, bus, clock }: ClipDeskDeps): Handlers {
  const publish = (clipId: ClipId): void =>
    void bus.publish('staff:changed', { topic: 'clips', id: clipId });
  return {
    'GET /operator/clip': async ({ query }) => {
      const { limit, cursor, review = false } = query;
      const rows = await new ClipsStore(db).findShown(review, openClipCursor(cursor), limit + 1);
      const { shown, next_cursor } = pageOf(rows, limit, clipPositionOf);
      const ids = shown.map(({ clip_id }) => clip_id);
      const reports = await new ClipReportsStore(db).findOpen(ids);
      return {
        data: shown.map((row) => presentOperatorClip(row, reports.get(row.clip_id))),
        next_cursor,
      };
    },
    'POST /operator/clip/{clip_id}/remove': async ({ params, body, audit }) => {
      const { clip_id: clipId } = params;
      const { because, reason } = body;
      audit?.note({ subjectType: 'clip', subjectId: clipId, reason });
      await db.transaction().execute(async (trx) => {
        const store = new ClipsStore(trx);
        const { title, member_id } = await requireShown(store, clipId);
        const now = clock();
        // Another moderator or the owner may have removed the clip first.
        if (!(await store.remove(clipId, { by: 'staff', because }, now))) {
          throw new ApiError('clip_removed');
        }
        const reports = await new ClipReportsStore(trx).decide(clipId, now);
        audit?.note({ before: { title, member_id, reports }, after: { removed: true, because } });
        await addJob(trx, REMOVE_TASK, { key: REMOVE_TASK });
      });
      publish(clipId);
      return { data: {} };
    },
    'POST /operator/clip/{clip_id}/keep': async ({ params, body, audit }) => {
      const { clip_id: clipId } = params;
      audit?.note({ subjectType: 'clip', subjectId: clipId, reason: body.reason });
      await db.transaction().execute(async (trx) => {
        const store = new ClipsStore(trx);
        const { title, held_word } = await requireShown(store, clipId);
        const reports = await new ClipReportsStore(trx).decide(clipId, clock());
        await store.release(clipId);
        audit?.note({ before: { title, held_word, reports }, after: { kept: true } });
      });
      publish(clipId);
      return { data: {} };
    },
  };
}

function createSettings({ db, bus, canEncode }: ClipDeskDeps): Handlers {
  const settings = new ClipSettingsStore(db);
  const publish = (): void => void bus.publish('staff:changed', { topic: 'clips' });
  return {
    'GET /operator/clip-settings': async () => ({
      data: {
        encoder: canEncode,
        queued: await new ClipsStore(db).countWaiting(),
        promotions: (await settings.listPromotions()).map((row) => ({
          promotion_id: row.promotion_id as PromotionId,
          name: { th: row.name_th, en: row.name_en },
          premium_clips: row.premium_clips,
        })),
        channels: await settings.listChannels(),
      },
    }),
    'PUT /operator/clip-settings/promotion/{promotion_id}': async ({ params, body, audit }) => {
      const { promotion_id: id } = params;
      const { premium_clips } = body;
      audit?.note({ subjectType: 'promotion', subjectId: id });
      const before = await settings.setPremiumClips(id, premium_clips);
      if (before === undefined) throw new ApiError('not_found');
      audit?.note({ before: { premium_clips: before }, after: { premium_clips } });
      publish();
      return { data: { premium_clips } };
    },
    'PUT /operator/clip-settings/channel/{channel_id}': async ({ params, body, audit }) => {
      const { channel_id: id } = params;
      const { crop_permille } = body;
      audit?.note({ subjectType: 'channel', subjectId: id });
      const before = await settings.setCrop(id, crop_permille);
      if (before === undefined) throw new ApiError('channel_not_found');
      audit?.note({ before: { crop_permille: before }, after: { crop_permille } });
      publish();
      return { data: { crop_permille } };
    },
  };
}

/** Creates the console's handlers of clips. */
export const createClipDesk = (deps: ClipDeskDeps): Handlers => ({
  ...createModeration(deps),
  ...createSettings(deps),
});
