import { appendFile, mkdir, open, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Maximum queued writes per folder: about ten seconds of parts. */
const WRITES_PENDING_MAX = 64;
/** Valid channel ids. Ids come from the API, but they become folder names and must not contain a path. */
export const CHANNEL_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** Journal that describes the files of a folder, line by line (`window-journal.ts`). */
export const JOURNAL_NAME = 'window.jsonl';
const SEGMENT_PATTERN = /^(\d{1,12})\.m4s$/;

export const segmentFile = (mediaSequence: number): string => `${mediaSequence}.m4s`;

/** Returns the number of a segment's file; `null` for any other name. */
export function readSegmentFile(name: string): number | null {
  const [, number] = SEGMENT_PATTERN.exec(name) ?? [];
  return number === undefined ? null : Number(number);
}

/** Stores segments on disk, for those that no longer fit into memory and for a restart. */
export interface SegmentStore {
  /**
   * Appends a part to its segment, and then its line to the journal, in the order of the calls. Rejects if the disk is
   * full, too slow or missing. Then every further part of that segment is rejected, too.
   */
  append(mediaSequence: number, data: Buffer, line: string): Promise<void>;
  /** Appends lines to the journal. Lines that cannot be written are lost. */
  note(lines: string): Promise<void>;
  /** Replaces all lines of the journal. */
  rewrite(lines: string): Promise<void>;
  /** Reads `length` bytes from `offset`; rejects if the segment is missing. */
  read(mediaSequence: number, offset: number, length: number): Promise<Buffer>;
  remove(mediaSequence: number): Promise<void>;
  /** Removes the journal, so that the folder is not restored. */
  clear(): Promise<void>;
  /** Resolves when all requested writes have finished or failed. */
  settle(): Promise<void>;
}

/** Creates a store with one file per segment, named by its number, in a folder per channel and rendition. */
export function createDiskStore(
  folder: string,
  channelId: string,
  rendition: string,
): SegmentStore {
  if (!CHANNEL_ID_PATTERN.test(channelId)) throw new Error('invalid channel id');
  const channelFolder = join(folder, channelId, rendition);
  const journal = join(channelFolder, JOURNAL_NAME);
  const fileOf = (mediaSequence: number) => join(channelFolder, segmentFile(mediaSequence));
  let pending = 0;
  let made = false;
  let tail: Promise<void> = Promise.resolve();
  /** The segment whose file lacks a part. */
  let broken: number | null = null;

  const inTurn = async (task: () => Promise<void>): Promise<void> => {
    if (pending >= WRITES_PENDING_MAX) throw new Error('the disk is too slow');
    pending += 1;
    const done = tail.then(async () => {
      if (!made) await mkdir(channelFolder, { recursive: true });
      made = true;
      await task();
    });
    tail = done.catch(() => {});
    return done.finally(() => {
      pending -= 1;
    });
  };

  return {
    async append(mediaSequence, data, line) {
      try {
        await inTurn(async () => {
          if (broken === mediaSequence) throw new Error('a part before it is not on disk');
          await appendFile(fileOf(mediaSequence), data);
          await appendFile(journal, line);
        });
      } catch (error) {
        broken = mediaSequence;
        throw error;
      }
    },
    note: (lines) => inTurn(() => appendFile(journal, lines)),
    rewrite: (lines) =>
      inTurn(async () => {
        await writeFile(`${journal}.new`, lines);
        await rename(`${journal}.new`, journal);
      }),
    async read(mediaSequence, offset, length) {
      const file = await open(fileOf(mediaSequence), 'r');
      try {
        const data = Buffer.allocUnsafe(length);
        const { bytesRead } = await file.read(data, 0, length, offset);
        if (bytesRead !== length) throw new Error('the segment on disk is shorter than it was');
        return data;
      } finally {
        await file.close();
      }
    },
    async remove(mediaSequence) {
      await unlink(fileOf(mediaSequence)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
      });
    },
    clear: () => inTurn(() => rm(journal, { force: true })),
    settle: () => tail,
  };
}
