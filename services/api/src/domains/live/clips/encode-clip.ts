import { mkdir, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ApiError } from '@sangwian/node-kit/api-error';
import type { Logger } from '@sangwian/node-kit/logger';
import type { Kysely } from 'kysely';
import { z } from 'zod';
import { addJob } from '../../../platform/jobs/task.ts';
import type { ObjectStore } from '../../../platform/objects/object-store.ts';
import type { Clock } from '../../../platform/time/clock.ts';
import type { Database } from '../../../schema/database.ts';
import type { CutSource, FoundCut } from '../recordings/recordings.module.ts';
import { CLIP_FILE_KINDS, CLIP_FILES, type ClipFile, clipFolder, clipKey } from './clip-files.ts';
import { type ClipWork, ClipWorkStore } from './clip-work.store.ts';
import { encoderArguments } from './encoder-arguments.ts';
import { EncoderError, runEncoder } from './run-encoder.ts';
import { drawWatermark } from './watermark.ts';

export const ENCODE_TASK = 'clip_encoding';
/** One queue for the clips of all members: a second encoder would take CPU time from the live. */
const QUEUE = 'clips';
/** The interval between checks whether the end of a clip is stored. A recording stores an object every 30 s. */
const WAIT_MS = 5_000;
/** After this time the clip's range is considered lost. */
const WAIT_MS_MAX = 5 * 60_000;
/** A clip fails after this many attempts in which the encoder failed or the node crashed. */
const ATTEMPTS_MAX = 4;
const PROGRESS_MS = 1_000;
/** Age from which a work folder is considered left over from a killed process. */
const LEFT_OVER_MS = 60 * 60_000;

export interface EncodeDeps {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly objects: Pick<ObjectStore, 'write' | 'removeFolder'>;
  readonly source: CutSource;
  readonly ffmpeg: string;
  /** The folder for files that are not stored yet. */
  readonly workDir: string;
  /** Returns the free bytes of the storage; `Infinity` for a bucket. */
  readonly freeBytes: () => Promise<number>;
  readonly freeBytesMin: number;
  /** Called after each change that the console displays. */
  readonly onChanged: () => void;
}

const Payload = z.object({ clip_id: z.uuid() });

/** Adds the encoding job of a clip. A clip has at most one waiting job. */
export const addEncoding = (
  db: Kysely<Database>,
  clipId: string,
  runAt: Date | null = null,
): Promise<void> =>
  addJob(db, ENCODE_TASK, {
    payload: { clip_id: clipId },
    key: `clip:${clipId}`,
    queue: QUEUE,
    ...(runAt === null ? {} : { runAt }),
  });

/** Removes folders that killed processes left. */
async function removeLeftOvers({ workDir }: EncodeDeps): Promise<void> {
  for (const name of await readdir(workDir)) {
    const folder = join(workDir, name);
    const found = await stat(folder).catch(() => null);
    if (found !== null && Date.now() - found.mtimeMs > LEFT_OVER_MS) {
      await rm(folder, { recursive: true, force: true });
    }
  }
}

/** Encodes a clip into a folder and reports the progress. Stops if the clip is removed or another attempt begins. */
async function encode(
  { source, store, ffmpeg, signal }: EncodeDeps & { store: ClipWorkStore; signal: AbortSignal },
  work: ClipWork,
  cut: FoundCut,
  folder: string,
): Promise<void> {
  const paths = (file: ClipFile): string => join(folder, CLIP_FILES[file].name);
  const watermark = join(folder, 'watermark.png');
  await writeFile(watermark, await drawWatermark());
  const period = cut.segments[0]?.period;
  const superseded = new AbortController();
  let reportedAtMs = 0;
  let reporting = Promise.resolve();
  const onProgress = (ms: number): void => {
    if (performance.now() - reportedAtMs < PROGRESS_MS) return;
    reportedAtMs = performance.now();
    const percent = Math.max(0, Math.min(99, Math.floor((ms * 100) / work.duration_ms)));
    reporting = store.setProgress(work.clip_id, work.attempt, percent).then(
      (isMine) => {
        if (!isMine) superseded.abort(new EncoderError('superseded'));
      },
      // Lost progress does not matter: the result is written when the encoding ends.
      () => {},
    );
  };
  try {
    await runEncoder({
      program: ffmpeg,
      parameters: encoderArguments(
        {
          offsetMs: cut.offsetMs,
          durationMs: work.duration_ms,
          frameRate: period?.frame_rate ?? null,
          hasAudio: /mp4a|opus/i.test(period?.codecs ?? ''),
          cropPermille: work.crop_permille,
        },
        {
          watermark,
          landscape: paths('landscape'),
          vertical: paths('vertical'),
          poster: paths('poster'),
        },
      ),
      input: source.read(work.recording_id, cut),
      signal: AbortSignal.any([signal, superseded.signal]),
      onProgress,
    });
  } finally {
    await reporting;
  }
}

/**
 * Stores the files, then marks the clip as ready.
 *
 * @returns false if the clip was removed or another attempt has begun
 */
async function storeFiles(
  deps: EncodeDeps,
  store: ClipWorkStore,
  work: ClipWork,
  folder: string,
): Promise<boolean> {
  const bytes = { landscape: 0, vertical: 0, poster: 0 };
  for (const file of CLIP_FILE_KINDS) {
    const content = await readFile(join(folder, CLIP_FILES[file].name));
    if ((await deps.freeBytes()) - content.length < deps.freeBytesMin) {
      throw new ApiError('unavailable', {
        cause: new Error('clips: the disk of DATA_DIR is nearly full'),
      });
    }
    bytes[file] = content.length;
    await deps.objects.write(clipKey(work, file), content);
  }
  return store.finish(work.clip_id, work.attempt, bytes, deps.clock());
}

/** Encodes and stores a clip whose range is recorded. */
async function runAttempt(
  deps: EncodeDeps,
  store: ClipWorkStore,
  found: { readonly work: ClipWork; readonly cut: FoundCut },
  signal: AbortSignal,
): Promise<void> {
  const { work, cut } = found;
  const { clip_id: clipId, attempt } = work;
  const folder = join(deps.workDir, `${clipId}-${attempt}`);
  await mkdir(folder, { recursive: true });
  try {
    await encode({ ...deps, store, signal }, work, cut, folder);
    if (await storeFiles(deps, store, work, folder)) return;
    await deps.objects.removeFolder(`${clipFolder(work.recording_id, clipId)}/${attempt}`);
  } catch (error) {
    // A node that shuts down releases the clip for another node.
    if (signal.aborted) await store.release(clipId, attempt);
    else if (attempt >= ATTEMPTS_MAX) {
      deps.logger.error({ err: error, clip: clipId }, 'clip encoding failed');
      return store.fail(clipId, attempt, 'encoding_failed');
    } else await store.release(clipId, attempt);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/**
 * Encodes a clip. If the end of the clip is not stored yet, adds a later job instead. A job for a finished
 * clip has no effect. Each start is a numbered attempt, so that of two nodes only the later one writes.
 */
export async function encodeClip(
  deps: EncodeDeps,
  payload: unknown,
  signal: AbortSignal,
): Promise<void> {
  const { clip_id: clipId } = Payload.parse(payload);
  const store = new ClipWorkStore(deps.db);
  const waiting = await store.findWaiting(clipId);
  if (waiting === undefined) return;
  const now = deps.clock();
  const startMs = waiting.starts_at.getTime();
  const range = { startMs, endMs: startMs + waiting.duration_ms };
  const cut = await deps.source.find(waiting.recording_id, range, now);
  const isLate = now.getTime() - waiting.created_at.getTime() > WAIT_MS_MAX;
  if (cut.kind === 'waiting' && !isLate) {
    return addEncoding(deps.db, clipId, new Date(Date.now() + WAIT_MS));
  }
  await mkdir(deps.workDir, { recursive: true });
  await removeLeftOvers(deps);
  const attempt = await store.begin(clipId);
  if (attempt === null) return;
  const work = { ...waiting, attempt };
  try {
    // So many attempts without a result mean that this clip crashes its node.
    if (attempt > ATTEMPTS_MAX) await store.fail(clipId, attempt, 'encoding_failed');
    else if (cut.kind === 'found') await runAttempt(deps, store, { work, cut }, signal);
    else {
      const failure = cut.kind === 'interrupted' ? 'interrupted' : 'no_picture';
      await store.fail(clipId, attempt, failure);
    }
  } finally {
    deps.onChanged();
  }
}
