import { describe, expect, it } from 'vitest';
import type { PackagedPart, PackagedPeriod } from '../packager/packaged-part.ts';
import { LiveWindow, type WindowLimits } from './live-window.ts';
import type { SegmentStore } from './segment-store.ts';

const MB = 1024 * 1024;
const PERIOD = {
  init: Buffer.alloc(1),
  codecs: 'avc1.42c01e',
  discontinuity: 0,
} as PackagedPeriod;

function setUp(limits: WindowLimits, fail: () => boolean = () => false) {
  const disk = new Map<number, Buffer>();
  const errors: unknown[] = [];
  const store: SegmentStore = {
    append: async (number, data) => {
      if (fail()) throw new Error('disk full');
      disk.set(number, Buffer.concat([disk.get(number) ?? Buffer.alloc(0), data]));
    },
    note: async () => {},
    rewrite: async () => {},
    clear: async () => {},
    settle: async () => {},
    read: async (number, offset, length) => {
      const data = disk.get(number);
      if (data === undefined) throw new Error('not there');
      return data.subarray(offset, offset + length);
    },
    remove: async (number) => {
      disk.delete(number);
    },
  };
  const window = new LiveWindow({
    mediaSequence: 0,
    restored: null,
    targetSeconds: () => 2,
    limits,
    store,
    onStoreError: (error) => errors.push(error),
    onChange: () => {},
  });
  window.period(PERIOD);
  let atMs = 0;
  const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
  const segments = async (count: number, bytes: number) => {
    for (let index = 0; index < count; index += 1) {
      const half: PackagedPart = {
        data: Buffer.alloc(bytes / 2, atMs / 1_000),
        durationUs: 500_000,
        sound: null,
        independent: true,
        pictures: 15,
        startsSegment: true,
        endsSegment: false,
        segmentStartMs: atMs,
      };
      window.part(half);
      window.part({ ...half, startsSegment: false, endsSegment: true });
      atMs += 1_000;
      await settle();
    }
  };
  return { window, disk, errors, segments };
}

describe('the window', () => {
  it('keeps a minute in memory and the rest on disk, and reads both', async () => {
    const { window, segments } = setUp({ durationMsMax: 300_000, bytesMax: 500 * MB });
    await segments(200, 1_000);
    expect(window.listed()).toHaveLength(200);
    expect(window.memoryBytes).toBeLessThanOrEqual(62 * 1_000);
    const old = window.segment(5)!;
    expect(old.data).toBeNull();
    expect(await window.read(old, 0, 1_000)).toEqual(Buffer.alloc(1_000, 5));
    expect(await window.read(old, old.parts[1]!.offset, old.parts[1]!.length)).toHaveLength(500);
    expect(await window.read(window.segment(199)!, 0, 1_000)).toEqual(Buffer.alloc(1_000, 199));
  });

  it('keeps at most 36 MB in memory at any bit rate', async () => {
    const { window, segments } = setUp({ durationMsMax: 300_000, bytesMax: 500 * MB });
    await segments(60, 1 * MB);
    expect(window.memoryBytes).toBeLessThanOrEqual(36 * MB);
    expect(window.listed()).toHaveLength(60);
  });

  it('is limited by duration and by size, and deletes expired segments from disk', async () => {
    const byTime = setUp({ durationMsMax: 60_000, bytesMax: 500 * MB });
    await byTime.segments(200, 1_000);
    expect(byTime.window.listed()).toHaveLength(60);
    expect(byTime.window.firstListed).toBe(140);
    // Segments that are no longer listed stay available for half a minute.
    expect(byTime.window.segment(115)).toBeDefined();
    expect(byTime.window.segment(105)).toBeUndefined();
    expect(byTime.disk.size).toBeLessThan(95);
    const byBytes = setUp({ durationMsMax: 600_000, bytesMax: 50_000 });
    await byBytes.segments(200, 1_000);
    expect(byBytes.window.listed()).toHaveLength(50);
  });

  it('shrinks to the segments in memory while the disk is full, and grows again', async () => {
    let full = true;
    const { window, segments, errors } = setUp(
      { durationMsMax: 300_000, bytesMax: 500 * MB },
      () => full,
    );
    await segments(100, 1_000);
    expect(window.listed().length).toBeLessThanOrEqual(62);
    expect(window.listed().every((segment) => segment.data !== null)).toBe(true);
    // Two parts per segment.
    expect(errors.length).toBe(200);
    full = false;
    await segments(200, 1_000);
    expect(window.listed().length).toBeGreaterThan(190);
  });

  it('numbers segments consecutively across publishers, and keeps the initialisation segment of each publisher', async () => {
    const { window, segments } = setUp({ durationMsMax: 300_000, bytesMax: 500 * MB });
    await segments(3, 1_000);
    window.period(PERIOD);
    await segments(3, 1_000);
    expect(window.listed().map(({ mediaSequence }) => mediaSequence)).toEqual([0, 1, 2, 3, 4, 5]);
    expect(window.listed().map(({ beginsPeriod }) => beginsPeriod)).toEqual([
      true,
      false,
      false,
      true,
      false,
      false,
    ]);
    expect(
      [window.periodFrom(0), window.periodFrom(3)].every((period) => period !== undefined),
    ).toBe(true);
    expect(window.periodFrom(1)).toBeUndefined();
  });

  it('measures the bandwidth of complete segments', async () => {
    const { window, segments } = setUp({ durationMsMax: 300_000, bytesMax: 500 * MB });
    expect(window.bandwidth()).toBeNull();
    await segments(1, 100_000);
    await segments(3, 50_000);
    expect(window.bandwidth()).toEqual({ peakBps: 800_000, averageBps: 500_000 });
  });

  it('leaves no files on disk after dispose', async () => {
    const { window, segments, disk } = setUp({ durationMsMax: 300_000, bytesMax: 500 * MB });
    await segments(10, 1_000);
    await window.dispose();
    expect(disk.size).toBe(0);
  });
});
