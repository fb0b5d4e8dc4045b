import { appendFile, mkdir, open, rename, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes of one folder that may wait for the disk: some ten seconds of parts. */
const WRITES_PENDING_MAX = 64;
/** What may be part of a folder's name; ids come from the API, but a name that is more than a name is refused. */
export const CHANNEL_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;
/** Says what the files of a folder are, line by line (`window-journal.ts`). */
export const JOURNAL_NAME = 'window.jsonl';
const SEGMENT_PATTERN = /^(\d{1,12})\.m4s$/;

export const segmentFile = (mediaSequence: number): string => `${mediaSequence}.m4s`;

/** Number of a segment's file; `null` for any other name. */
export function readSegmentFile(name: string): number | null {
  const [, number] = SEGMENT_PATTERN.exec(name) ?? [];
  return number === undefined ? null : Number(number);
}

/** Where segments are kept that no longer fit into memory, and what a process after this one goes on from. */
export interface SegmentStore {
  /**
   * Adds a part to its segment, and then the line that describes it. In order of the calls; rejects where the disk is
   * full, too slow or gone, and for every further part of that segment.
   */
  append(mediaSequence: number, data: Buffer, line: string): Promise<void>;
  /** Adds lines alone; what the disk refuses is lost. */
  note(lines: string): Promise<void>;
  /** Replaces all lines. */
  rewrite(lines: string): Promise<void>;
  /** `length` bytes from `offset`; rejects where the segment is not there. */
  read(mediaSequence: number, offset: number, length: number): Promise<Buffer>;
  remove(mediaSequence: number): Promise<void>;
  /** Forgets everything. */
  clear(): Promise<void>;
  /** Resolves when everything that was asked for is on disk, or was refused. */
  settle(): Promise<void>;
}

/** One file a segment, named by its number alone, in a folder named by the channel, and in it one for each rendition. */
export function createDiskStore(
  folder: string,
  channelId: string,
  rendition: string,
): SegmentStore {
  if (!CHANNEL_ID_PATTERN.test(channelId)) throw new Error('the channel has no name for a folder');
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
