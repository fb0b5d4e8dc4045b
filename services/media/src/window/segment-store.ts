import { mkdir, open, rm, unlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Writes of one channel that may wait for the disk. */
const WRITES_PENDING_MAX = 16;
/** What may be part of a folder's name; ids come from the API, but a name that is more than a name is refused. */
export const CHANNEL_ID_PATTERN = /^[A-Za-z0-9_-]{1,64}$/;

/** Where segments wait that no longer fit into memory. */
export interface SegmentStore {
  /** Rejects where the disk is full, too slow or gone. */
  write(mediaSequence: number, data: Buffer): Promise<void>;
  /** `length` bytes from `offset`; rejects where the segment is not there. */
  read(mediaSequence: number, offset: number, length: number): Promise<Buffer>;
  remove(mediaSequence: number): Promise<void>;
}

/** Empties the folder of all channels: what a process before this one left cannot be listed any more. */
export async function clearMediaFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
}

/** One file a segment, named by its number alone, in a folder named by the channel, and in it one for each rendition. */
export function createDiskStore(
  folder: string,
  channelId: string,
  rendition: string,
): SegmentStore {
  if (!CHANNEL_ID_PATTERN.test(channelId)) throw new Error('the channel has no name for a folder');
  const channelFolder = join(folder, channelId, rendition);
  const fileOf = (mediaSequence: number) => join(channelFolder, `${mediaSequence}.m4s`);
  let pending = 0;
  return {
    async write(mediaSequence, data) {
      if (pending >= WRITES_PENDING_MAX) throw new Error('the disk is too slow');
      pending += 1;
      try {
        await mkdir(channelFolder, { recursive: true });
        await writeFile(fileOf(mediaSequence), data);
      } finally {
        pending -= 1;
      }
    },
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
  };
}
