import { CLIP_LIMITS } from '@sangwian/contract/clip-limits';
import type { ClipId, MemberId, ProgramLiveId } from '@sangwian/contract/ids';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Kysely } from 'kysely';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { Members } from '../../identity/members/members.module.ts';
import type { Chat } from '../chat/chat.module.ts';
import type { LiveReader } from '../lives/lives.module.ts';
import type { CutSource } from '../recordings/recordings.module.ts';
import { type ClipRow, ClipsStore } from './clips.store.ts';
import { addEncoding } from './encode-clip.ts';

const DAY_MS = 24 * 60 * 60_000;
/** Tolerance for a page whose clock is ahead of the server's. */
const CLOCK_SKEW_MS_MAX = 2_000;
const TITLE_RULES = {
  charsMax: CLIP_LIMITS.clipTitleCharsMax,
  unitsMax: CLIP_LIMITS.clipTitleUnitsMax,
  invalid: 'clip_title_invalid',
  link: 'clip_title_link',
  word: 'clip_title_word',
} as const;

export interface CreateClipDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly live: Pick<LiveReader, 'findLive' | 'isUnlocked'>;
  readonly members: Pick<Members, 'store'>;
  readonly chat: Pick<Chat, 'checkTitle'>;
  readonly source: CutSource;
  /** Whether ffmpeg is installed. */
  readonly canEncode: boolean;
}

export interface ClipDraft {
  readonly clipId: ClipId;
  readonly programLiveId: ProgramLiveId;
  /** The wall-clock time of the first frame, or its position in the replay. */
  readonly begin: { readonly wallMs: number } | { readonly positionMs: number };
  readonly durationMs: number;
  readonly title: string;
}

/**
 * Returns the recording from which a member may cut clips.
 *
 * @throws {ApiError} `clips_unavailable`, `live_not_found`, `live_locked`, `clip_not_allowed`, `clip_not_recorded`
 */
export async function requireCuttable(
  { canEncode, clock, live, source }: CreateClipDeps,
  programLiveId: ProgramLiveId,
  memberId: MemberId,
) {
  if (!canEncode) throw new ApiError('clips_unavailable');
  const facts = await live.findLive(programLiveId);
  if (facts === null) throw new ApiError('live_not_found');
  const isPremium = facts.access === 'premium';
  if (isPremium && !(await live.isUnlocked(programLiveId, memberId))) {
    throw new ApiError('live_locked');
  }
  const recording = await source.findRecording(programLiveId, clock());
  if (recording === undefined) throw new ApiError('clip_not_recorded');
  if (isPremium && !recording.premium_clips) throw new ApiError('clip_not_allowed');
  return recording;
}

/** Counts a member's clips within a day. */
export const countClips = (db: Kysely<Database>, memberId: MemberId, now: Date) =>
  new ClipsStore(db).countOfMember(memberId, new Date(now.getTime() - DAY_MS));

/** @throws {ApiError} `clip_waiting_limit_reached`, `clip_day_limit_reached`, `clip_queue_full` */
async function requireRoom(db: Kysely<Database>, memberId: MemberId, now: Date): Promise<void> {
  const { made, waiting } = await countClips(db, memberId, now);
  if (waiting >= CLIP_LIMITS.clipsWaitingMax) throw new ApiError('clip_waiting_limit_reached');
  if (made >= CLIP_LIMITS.clipsPerDayMax) throw new ApiError('clip_day_limit_reached');
  if ((await new ClipsStore(db).countWaiting()) >= CLIP_LIMITS.clipQueueMax) {
    throw new ApiError('clip_queue_full');
  }
}

/**
 * Finds the clip that an earlier request has added.
 *
 * @throws {ApiError} `clip_not_found` if the clip belongs to another member
 */
async function findEarlier(
  store: ClipsStore,
  clipId: ClipId,
  memberId: MemberId,
): Promise<ClipRow | null> {
  const owner = await store.findOwner(clipId);
  if (owner === undefined) return null;
  const found = owner.member_id === memberId ? await store.find(clipId) : undefined;
  if (found === undefined) throw new ApiError('clip_not_found');
  return found;
}

/**
 * Adds a clip and its encoding job. Idempotent by the clip's id.
 *
 * @throws {ApiError} the errors of `requireCuttable`, of the title and of the limits; `clip_range_missing`,
 *   `clip_interrupted`; `clip_not_found` if the id belongs to another member's clip
 */
export async function createClip(
  deps: CreateClipDeps,
  draft: ClipDraft,
  memberId: MemberId,
): Promise<ClipRow> {
  const { db, clock, members, chat, source } = deps;
  const { clipId, begin, durationMs } = draft;
  const earlier = await findEarlier(new ClipsStore(db), clipId, memberId);
  if (earlier !== null) return earlier;
  const recording = await requireCuttable(deps, draft.programLiveId, memberId);
  const title = await chat.checkTitle(draft.title, TITLE_RULES);
  const now = clock();
  const startMs =
    'wallMs' in begin
      ? begin.wallMs
      : await source.wallAt(recording.recording_id, begin.positionMs);
  if (startMs === null) throw new ApiError('clip_range_missing');
  const range = { startMs, endMs: startMs + durationMs };
  if (range.endMs > now.getTime() + CLOCK_SKEW_MS_MAX) throw new ApiError('clip_range_missing');
  const cut = await source.find(recording.recording_id, range, now);
  if (cut.kind === 'missing') throw new ApiError('clip_range_missing');
  if (cut.kind === 'interrupted') throw new ApiError('clip_interrupted');
  return db.transaction().execute(async (trx) => {
    // Locked, so that concurrent requests cannot exceed the limits.
    await members.store.lock(trx, memberId);
    const store = new ClipsStore(trx);
    const same = await findEarlier(store, clipId, memberId);
    if (same !== null) return same;
    await requireRoom(trx, memberId, now);
    await store.add({
      clip_id: clipId,
      recording_id: recording.recording_id,
      member_id: memberId,
      title: title.text,
      starts_at: new Date(startMs),
      duration_ms: durationMs,
      crop_permille: recording.crop_permille,
      held_word: title.watchedWord,
      created_at: now,
    });
    await addEncoding(trx, clipId);
    const added = await store.find(clipId);
    // Another member's request has used the id, or the recording has been removed.
    if (added === undefined || added.member_id !== memberId) throw new ApiError('clip_not_found');
    return added;
  });
}
