import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { PackagedPart, PackagedPeriod } from '../packager/packaged-part.ts';
import { LiveWindow } from './live-window.ts';
import { newestPeriod, type RestoredChannel, restoreWindows } from './restore-windows.ts';
import { createDiskStore } from './segment-store.ts';
import type { RestoredWindow } from './window-journal.ts';

const NOW_MS = 1_800_000_000_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangwian-windows-'));
});
afterEach(() => rm(folder, { recursive: true }));

const period = (discontinuity: number) =>
  ({
    init: Buffer.from(`init ${discontinuity}`),
    codecs: 'avc1.42c01e',
    discontinuity,
    sound: null,
    tracks: {},
  }) as unknown as PackagedPeriod;

function openWindow(restored: RestoredWindow | null = null, durationMsMax = 60_000) {
  const errors: unknown[] = [];
  const store = createDiskStore(folder, 'channel', '');
  const window = new LiveWindow({
    mediaSequence: 100,
    limits: { durationMsMax, bytesMax: 1_000_000 },
    restored,
    targetSeconds: () => 4,
    store,
    onStoreError: (error) => errors.push(error),
    onChange: () => {},
  });
  let parts = 0;
  const part = (fields: Partial<PackagedPart> = {}): void => {
    parts += 1;
    window.part({
      data: Buffer.from(`part ${parts};`),
      sound: null,
      durationUs: 500_000,
      independent: fields.startsSegment ?? false,
      pictures: 15,
      startsSegment: false,
      endsSegment: false,
      segmentStartMs: NOW_MS + parts * 500,
      ...fields,
    });
  };
  const segment = (): void => {
    part({ startsSegment: true });
    part({ endsSegment: true });
  };
  /** Resolves when all writes have finished. */
  const settle = () => store.settle();
  return { window, part, segment, settle, errors };
}

const restore = (endedBeforeMs = NOW_MS) => restoreWindows(folder, endedBeforeMs, () => {});
const only = (channels: Map<string, RestoredChannel>): RestoredWindow =>
  channels.get('channel')!.get('')!;

const textOf = async (window: LiveWindow): Promise<string[]> =>
  Promise.all(window.listed().map(async (one) => String(await window.read(one, 0, one.bytes))));

describe('a window of an earlier process', () => {
  it('keeps its segments, numbers, dates and bytes, including the open segment', async () => {
    const before = openWindow();
    before.window.period(period(3));
    before.segment();
    before.segment();
    before.window.period(period(4));
    before.segment();
    before.part({ startsSegment: true });
    await before.settle();

    const restored = await restore();
    expect(newestPeriod(restored.get('channel')!)).toBe(4);
    const after = openWindow(only(restored));
    expect(only(restored).targetS).toBe(4);
    expect(await textOf(after.window)).toEqual([
      'part 1;part 2;',
      'part 3;part 4;',
      'part 5;part 6;',
      'part 7;',
    ]);
    const facts = ({ window }: typeof before) =>
      window.listed().map(({ mediaSequence, startMs, durationUs, beginsPeriod, period: of }) => ({
        ...{ mediaSequence, startMs, durationUs, beginsPeriod },
        discontinuity: of.discontinuity,
        init: String(of.init),
      }));
    expect(facts(after)).toEqual(facts(before));
    expect(after.window.playable).toBe(true);

    // The next segment has a new number and begins a new period.
    after.window.period(period(5));
    after.segment();
    expect(after.window.newest).toMatchObject({ mediaSequence: 104, beginsPeriod: true });
    expect(after.window.newest!.period.tags).toBe(1);
    await after.settle();
    expect(only(await restore()).segments).toHaveLength(5);
    expect(after.errors).toEqual([]);
  });

  it('never lists an unlisted segment again', async () => {
    const before = openWindow(null, 7_000);
    before.window.period(period(0));
    for (let index = 0; index < 20; index += 1) before.segment();
    await before.settle();
    const after = openWindow(only(await restore()), 7_000);
    expect(after.window.firstListed).toBe(before.window.firstListed);
  });

  it('is read up to a truncated line, without segments whose bytes are missing', async () => {
    const before = openWindow();
    before.window.period(period(0));
    for (let index = 0; index < 5; index += 1) before.segment();
    await before.settle();
    const journal = join(folder, 'channel', 'window.jsonl');
    const text = await readFile(journal, 'utf8');
    for (let length = 0; length < text.length; length += 7) {
      await writeFile(journal, text.slice(0, length));
      const channels = await restoreWindows(folder, NOW_MS, () => {}).catch((error) => error);
      expect(channels).toBeInstanceOf(Map);
      if (channels.size > 0)
        expect((await textOf(openWindow(only(channels)).window)).join('')).toMatch(
          /^(part \d+;)+$/,
        );
      // Restoring removes unlisted segments from disk, so the folder is created again.
      await rm(folder, { recursive: true });
      const again = openWindow();
      again.window.period(period(0));
      for (let index = 0; index < 5; index += 1) again.segment();
      await again.settle();
    }
    await rm(join(folder, 'channel', '101.m4s'));
    await writeFile(journal, text);
    expect(only(await restore()).segments.map(({ mediaSequence }) => mediaSequence)).toEqual([
      102, 103, 104,
    ]);
    expect(await readdir(join(folder, 'channel'))).not.toContain('100.m4s');
  });

  it('is removed if it is too old, was closed permanently or is not a channel, but the root folder stays', async () => {
    const before = openWindow();
    before.window.period(period(0));
    before.segment();
    await before.settle();
    await mkdir(join(folder, 'no window'));
    await writeFile(join(folder, 'stray'), 'file');
    expect((await restore()).size).toBe(1);
    expect(await readdir(folder)).toEqual(['channel']);
    before.window.end();
    await before.settle();
    expect((await restore()).size).toBe(0);
    expect(await readdir(folder)).toEqual([]);

    const old = openWindow();
    old.window.period(period(0));
    old.segment();
    await old.settle();
    expect((await restore(NOW_MS + 60_000)).size).toBe(0);
    expect(await readdir(folder)).toEqual([]);
  });
});
