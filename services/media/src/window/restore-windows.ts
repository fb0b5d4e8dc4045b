import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { CHANNEL_ID_PATTERN, JOURNAL_NAME, readSegmentFile, segmentFile } from './segment-store.ts';
import { type RestoredWindow, readJournal } from './window-journal.ts';

/** Windows of one channel by folder; `''` is the stream itself. */
export type RestoredChannel = ReadonlyMap<string, RestoredWindow>;

/** Returns the highest period number of the channel. */
export const newestPeriod = (channel: RestoredChannel): number =>
  Math.max(
    ...Array.from(channel.values(), ({ periods }) =>
      Math.max(...Array.from(periods.values(), ({ discontinuity }) => discontinuity)),
    ),
  );

async function readWindow(folder: string): Promise<RestoredWindow | null> {
  const text = await readFile(join(folder, JOURNAL_NAME), 'utf8').catch(() => null);
  const sizes = new Map<number, number>();
  for (const name of await readdir(folder)) {
    const mediaSequence = readSegmentFile(name);
    if (mediaSequence === null) continue;
    sizes.set(mediaSequence, (await stat(join(folder, name))).size);
  }
  const window = text === null ? null : readJournal(text, (number) => sizes.get(number) ?? null);
  const kept = new Set(window?.segments.map(({ mediaSequence }) => mediaSequence));
  for (const mediaSequence of sizes.keys()) {
    if (!kept.has(mediaSequence)) await rm(join(folder, segmentFile(mediaSequence)));
  }
  return window;
}

async function readChannel(folder: string, endedBeforeMs: number): Promise<RestoredChannel | null> {
  const windows = new Map<string, RestoredWindow>();
  const entries = await readdir(folder, { withFileTypes: true });
  const folders = entries.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  for (const name of ['', ...folders]) {
    const window = await readWindow(join(folder, name));
    if (window !== null) windows.set(name, window);
  }
  const newestMs = Math.max(
    ...Array.from(windows.values(), ({ segments }) => segments.at(-1)?.startMs ?? 0),
  );
  return windows.size > 0 && newestMs >= endedBeforeMs ? windows : null;
}

/**
 * Restores the windows of an earlier process below `folder`, by channel. Removes unusable contents, but not the folder
 * itself, which may be a mount point.
 * @param endedBeforeMs wall clock; a channel whose newest segment is older is removed
 */
export async function restoreWindows(
  folder: string,
  endedBeforeMs: number,
  onError: (error: unknown) => void,
): Promise<Map<string, RestoredChannel>> {
  const channels = new Map<string, RestoredChannel>();
  await mkdir(folder, { recursive: true });
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    try {
      const channel =
        entry.isDirectory() && CHANNEL_ID_PATTERN.test(entry.name)
          ? await readChannel(path, endedBeforeMs)
          : null;
      if (channel !== null) channels.set(entry.name, channel);
      else await rm(path, { recursive: true, force: true });
    } catch (error) {
      // A foreign entry, such as a volume's `lost+found`, must not prevent the start.
      onError(error);
    }
  }
  return channels;
}
