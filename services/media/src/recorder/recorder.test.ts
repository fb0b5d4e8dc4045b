import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogger } from '@sangwian/node-kit/logger';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { StreamChannels } from '../channel/channels.ts';
import type { Publisher, StreamSink } from '../stream/access-unit.ts';
import { sendConfigs, sendSeconds } from '../testing/drawn-stream.ts';
import { restoreWindows } from '../window/restore-windows.ts';
import { createDiskStore } from '../window/segment-store.ts';
import { Recorder } from './recorder.ts';
import { ObjectRefusedError, type OpenRecording, type RecordingCalls } from './recording-calls.ts';

const CHANNEL = 'ring-1';
const STARTED_MS = Date.UTC(2026, 10, 21, 12);
const RECORDING = 'rec-1';

interface StoredObject {
  readonly folder: string;
  readonly first_sequence: number;
  readonly starts_at: string;
  readonly segments: readonly [number, number, number, number][];
  readonly period: { readonly first_sequence: number; readonly codecs: string };
  readonly bytes: Buffer;
}

/** A test double of the API: stores objects by folder, and fails on request. */
class Storage implements RecordingCalls {
  readonly objects: StoredObject[] = [];
  recordings: OpenRecording[] = [];
  completed = 0;
  failure: Error | null = null;

  async findRecordings(): Promise<readonly OpenRecording[]> {
    return this.recordings;
  }

  async findStored(): Promise<ReadonlyMap<string, number>> {
    return new Map(this.objects.map((one) => [one.folder, lastOf(one)]));
  }

  async storeObject(_id: string, body: Buffer): Promise<number> {
    if (this.failure !== null) throw this.failure;
    const lineEnd = body.indexOf('\n');
    const head = JSON.parse(body.toString('utf8', 0, lineEnd));
    this.objects.push({ ...head, bytes: body.subarray(lineEnd + 1) });
    return lastOf(head);
  }

  async completeRecording(): Promise<void> {
    this.completed += 1;
  }

  of(folder: string): StoredObject[] {
    return this.objects.filter((one) => one.folder === folder);
  }
}

const lastOf = ({ first_sequence, segments }: Pick<StoredObject, 'first_sequence' | 'segments'>) =>
  first_sequence + segments.length - 1;

const logger = createLogger('media', 'silent');
let folder: string;
let atMs: number;
let storage: Storage;
let channels: StreamChannels;
let recorder: Recorder;
let sink: StreamSink;
let sentMs: number;

/** Starts the channels and the recorder with the same data folder, as a new process does. */
async function start(dvrMinutes = 30): Promise<void> {
  const clock = { wallMs: () => atMs, elapsedMs: () => atMs - STARTED_MS };
  let discontinuity = 0;
  channels = new StreamChannels({
    limits: { durationMsMax: dvrMinutes * 60_000, bytesMax: 1e9 },
    store: (channelId, track) => createDiskStore(folder, channelId, track),
    nextDiscontinuity: () => discontinuity++,
    firstSequence: () => 0,
    reportEvent: () => {},
    beforeRemoval: (channel) => recorder.rescue(channel),
    realtime: false,
    ffmpeg: null,
    ladder: null,
    stills: null,
    ...{ logger, clock },
  });
  recorder = new Recorder({
    calls: storage,
    originId: 'origin',
    channels: () => channels.values(),
    ...{ clock, logger },
  });
  channels.restore(await restoreWindows(folder, 0, () => {}));
}

function publish(): void {
  const publisher: Publisher = {
    ...{ channelId: CHANNEL, rendition: '', protocol: 'rtmp', remoteAddress: '' },
    ...{ standby: false, close: () => {} },
  };
  const opened = channels.open(publisher);
  if (typeof opened === 'string') throw new Error(opened);
  sink = opened;
  sendConfigs(sink, true);
  sentMs = 0;
}

/** Sends media in step with the clock, and waits until it is on disk. */
async function send(seconds: number): Promise<void> {
  for (let second = 0; second < seconds; second += 1) {
    atMs += 1_000;
    sentMs = sendSeconds(sink, sentMs, 1);
    await channels.get(CHANNEL)?.settle();
  }
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangwian-recorder-'));
  atMs = STARTED_MS;
  storage = new Storage();
  storage.recordings = [recordingOf(null)];
  await start();
  publish();
});
afterEach(async () => {
  await channels.stop();
  await rm(folder, { recursive: true, force: true });
});

const recordingOf = (endedAtMs: number | null): OpenRecording => ({
  recordingId: RECORDING,
  channelId: CHANNEL,
  startedAtMs: STARTED_MS,
  endedAtMs,
  isComplete: false,
});

/** Expects objects without a gap. Returns the total duration of their segments in seconds, by decoding time. */
function secondsOf(objects: readonly StoredObject[]): number {
  for (const [index, object] of objects.entries()) {
    const before = objects[index - 1];
    if (before !== undefined) expect(object.first_sequence).toBe(lastOf(before) + 1);
    expect(object.bytes.length).toBe(object.segments.reduce((sum, [, , , size]) => sum + size, 0));
    expect(object.bytes.toString('latin1', 4, 8)).toBe('moof');
  }
  const segments = objects.flatMap((one) => one.segments);
  const [, beginUs = 0] = segments[0] ?? [];
  const [, lastUs = 0] = segments.at(-1) ?? [];
  return (lastUs - beginUs) / 1e6;
}

it('sends an object for each playlist as soon as thirty seconds are complete', async () => {
  await send(29);
  await recorder.run(false);
  expect(storage.objects).toEqual([]);
  await send(4);
  await recorder.run(false);
  expect(storage.objects.map((one) => one.folder).sort()).toEqual(['', 'audio']);
  await recorder.run(false);
  expect(storage.objects).toHaveLength(2);
  await send(64);
  await recorder.run(false);
  expect(storage.of('')).toHaveLength(3);
  // The last segment begins a second before the end of the third object.
  expect(secondsOf(storage.of(''))).toBeGreaterThanOrEqual(89);
  expect(secondsOf(storage.of('audio'))).toBeCloseTo(secondsOf(storage.of('')), 0);
});

it('sends the remaining segments when the live has ended, and completes the recording once', async () => {
  await send(10);
  storage.recordings = [recordingOf(atMs - 2_500)];
  await recorder.run(false);
  await recorder.run(false);
  expect(storage.completed).toBe(1);
  // The segments that began before the live ended: the first eight of ten seconds.
  expect(secondsOf(storage.of(''))).toBe(7);
});

it('waits a few seconds for the segment in which the live ends', async () => {
  await send(5);
  storage.recordings = [recordingOf(atMs)];
  await recorder.run(false);
  expect(storage.completed).toBe(0);
  atMs += 4_000;
  await recorder.run(false);
  expect(storage.completed).toBe(1);
  expect(storage.of('')).toHaveLength(1);
});

it('does not record media from before the live', async () => {
  await send(10);
  storage.recordings = [{ ...recordingOf(null), startedAtMs: atMs }];
  await send(34);
  await recorder.run(false);
  expect(Date.parse(storage.of('')[0]?.starts_at ?? '')).toBeGreaterThan(STARTED_MS + 8_000);
});

it('keeps and reports segments that cannot be stored, and sends them when the storage is back', async () => {
  storage.failure = new Error('the API answered 503');
  await send(34);
  await expect(recorder.run(false)).rejects.toThrow('503');
  expect(recorder.status).toMatchObject({ failingSinceMs: atMs, lostSegments: 0 });
  await send(60);
  await expect(recorder.run(false)).rejects.toThrow('503');
  expect(recorder.status.unsentSegments).toBeGreaterThan(150);
  storage.failure = null;
  await recorder.run(false);
  expect(recorder.status.failingSinceMs).toBeNull();
  expect(secondsOf(storage.of(''))).toBeGreaterThanOrEqual(89);
});

it('counts the segments that left the rewind while the storage was unavailable, and continues', async () => {
  await channels.stop();
  await rm(folder, { recursive: true, force: true });
  await start(1);
  publish();
  await send(5);
  await recorder.run(false);
  await send(150);
  await recorder.run(false);
  expect(recorder.status.lostSegments).toBeGreaterThan(30);
  expect(storage.of('').length).toBeGreaterThanOrEqual(2);
});

it('continues after a kill, without a gap and without duplicates', async () => {
  await send(40);
  await recorder.run(false);
  await send(10);
  // After the kill nothing is sent or closed any more, and another process starts with the same folder.
  await start();
  await recorder.run(false);
  publish();
  await send(34);
  await recorder.run(true);
  const objects = storage.of('');
  const sequences = objects.flatMap(({ first_sequence: first, segments }) =>
    segments.map((_, index) => first + index),
  );
  expect(new Set(sequences).size).toBe(sequences.length);
  const before = objects.filter(
    ({ period }) => period.first_sequence === objects[0]?.first_sequence,
  );
  // All closed segments of the first run, and its open segment up to the last part.
  expect(secondsOf(before)).toBeGreaterThanOrEqual(48);
  expect(objects.length).toBeGreaterThan(before.length);
});

it('sends the unsent segments of a channel that another process has claimed', async () => {
  await send(10);
  await recorder.run(false);
  channels.drop(CHANNEL);
  await expect
    .poll(async () => {
      await recorder.run(false);
      return storage.objects.length;
    })
    .toBe(2);
  expect(secondsOf(storage.of(''))).toBeGreaterThanOrEqual(8);
});

it('stops sending a recording that was deleted', async () => {
  await send(34);
  storage.failure = new ObjectRefusedError('the API answered 404');
  await recorder.run(false);
  expect(recorder.status).toMatchObject({ failingSinceMs: null, unsentSegments: 0 });
});
