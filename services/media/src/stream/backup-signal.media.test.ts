import { afterEach, beforeEach, expect, it } from 'vitest';
import { parseLadder } from '../ladder/ladder-setting.ts';
import { encoderArguments, type FfmpegRun, runFfmpeg } from '../rtmp/testing/ffmpeg.ts';
import {
  type ParsedPlaylist,
  parseMediaPlaylist,
  playlistFaults,
  updateFaults,
} from '../testing/conformance.ts';
import {
  CHANNEL,
  eventually,
  type MediaStack,
  STREAM_KEY,
  startMediaStack,
} from '../testing/media-stack.ts';
import { type TestWatcher, watchByWhep } from '../testing/whep-client.ts';
import { publishByWhip } from '../testing/whip-client.ts';
import type { SignalsReport } from './signal-selector.ts';

/** Maximum interruption for viewers; see docs/decisions/0105. */
const GAP_MS_MAX = 2_000;
const SOON = { timeout: 30_000, interval: 50 };
const BACKUP_KEY = `${STREAM_KEY}?backup=1`;
/** The two signals differ in size, so that their frames can be distinguished. */
const SIZES = { primary: '426x240', backup: '320x180' } as const;

let stack: MediaStack;
const encoders: FfmpegRun[] = [];
const watchers: TestWatcher[] = [];

beforeEach(async () => {
  stack = await startMediaStack({
    ...{ ffmpeg: 'ffmpeg', ladder: parseLadder('144p:150k'), webrtcPeersMax: 4 },
  });
});
afterEach(async () => {
  for (const watcher of watchers.splice(0)) watcher.close();
  for (const { process: encoder } of encoders) encoder.kill('SIGKILL');
  await Promise.all(encoders.splice(0).map(({ ended }) => ended));
  await stack.stop();
});

const channel = () => stack.media.channels.get(CHANNEL)!;
const shownHeight = () =>
  channel().lead?.videoTrack.window.currentPeriod?.tracks.video.description.height;
const endings = () => stack.api.events.filter(({ type }) => type === 'publish_ended').length;

function publish(signal: keyof typeof SIZES, key?: string): FfmpegRun {
  const run = runFfmpeg([
    // Key frames two seconds apart, the usual setting of encoders.
    ...encoderArguments({ seconds: 120, size: SIZES[signal], live: true, x264: 'keyint=60' }),
    `rtmp://127.0.0.1:${stack.media.ports.rtmp}/live/${key ?? (signal === 'primary' ? STREAM_KEY : BACKUP_KEY)}`,
  ]);
  encoders.push(run);
  return run;
}

/** Publishes both signals. Waits until the primary is shown and the backup is ready to take over. */
async function publishBoth() {
  const primary = publish('primary');
  await expect.poll(shownHeightOrNull, SOON).toBe(240);
  const backup = publish('backup');
  const isReady = () =>
    channel().signals.inputs.some(({ signal, facts }) => signal === 'backup' && facts.isReady);
  await expect.poll(isReady, SOON).toBe(true);
  return { primary, backup };
}
const shownHeightOrNull = () => (stack.media.channels.get(CHANNEL) ? shownHeight() : null);

/** Polls the playlist, checks each version against the previous one, and records when new parts appeared. */
class Follower {
  readonly faults: string[] = [];
  /** The longest time between two new parts. */
  longestGapMs = 0;
  latest: ParsedPlaylist | null = null;
  #position = '';
  #newPartMs = performance.now();
  #isFollowing = true;
  readonly #running: Promise<void>;

  constructor(folder: string) {
    this.#running = this.#follow(`${stack.granted()}${folder}stream.m3u8`);
  }

  get numbers(): readonly number[] {
    return [...new Set(this.latest?.segments.map((one) => one.discontinuitySequence))];
  }

  async stop(): Promise<void> {
    this.#isFollowing = false;
    await this.#running;
  }

  async #follow(address: string): Promise<void> {
    while (this.#isFollowing) {
      const response = await fetch(address);
      const text = await response.text();
      if (response.ok) this.#take(parseMediaPlaylist(text));
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }

  #take(found: ParsedPlaylist): void {
    this.faults.push(...playlistFaults(found));
    if (this.latest !== null) this.faults.push(...updateFaults(this.latest, found));
    this.latest = found;
    const last = found.segments.at(-1);
    const position = `${last?.mediaSequence}.${last?.parts.length}`;
    if (position === this.#position) return;
    const nowMs = performance.now();
    if (this.#position !== '')
      this.longestGapMs = Math.max(this.longestGapMs, nowMs - this.#newPartMs);
    this.#position = position;
    this.#newPartMs = nowMs;
  }
}

/** Watches by WebRTC. `isMoving` returns whether the timestamps of arriving frames advance. */
async function watch(): Promise<TestWatcher> {
  const watcher = await watchByWhep(`${stack.base}whep?token=${stack.grant()}`);
  expect(watcher.status).toBe(201);
  watchers.push(watcher);
  await expect.poll(() => watcher.video.length, SOON).toBeGreaterThan(30);
  return watcher;
}

const signalsReported = () =>
  stack.api.events
    .filter(({ type }) => type === 'stream_stats')
    .map((one) => one.signals as SignalsReport);

it('shows the backup within 2 s of kill -9 of the primary, with a discontinuity and no end', async () => {
  const { primary } = await publishBoth();
  const watcher = await watch();
  await expect.poll(() => channel().rendition('144p')?.videoTrack.window.playable, SOON).toBe(true);
  const [source, rung] = [new Follower(''), new Follower('144p/')];
  await expect.poll(() => rung.latest?.segments.length, SOON).toBeGreaterThan(2);
  const before = source.numbers.at(-1) ?? -1;
  const packets = watcher.video.length;

  primary.process.kill('SIGKILL');
  await expect.poll(shownHeight, SOON).toBe(180);
  await expect.poll(() => source.numbers.at(-1), SOON).toBe(before + 1);
  await expect.poll(() => rung.numbers.at(-1), SOON).toBe(before + 1);
  const later = (source.latest?.segments.at(-1)?.mediaSequence ?? 0) + 3;
  await expect
    .poll(() => source.latest?.segments.at(-1)?.mediaSequence, SOON)
    .toBeGreaterThan(later);
  await Promise.all([source.stop(), rung.stop()]);

  expect(source.longestGapMs).toBeLessThan(GAP_MS_MAX);
  expect([...source.faults, ...rung.faults]).toEqual([]);
  expect(watcher.video.length).toBeGreaterThan(packets + 60);
  expect(watcher.states).not.toContain('closed');
  // Packet timestamps advance at the speed of real time, so players neither stall nor fall behind.
  const times = watcher.video.slice(packets - 1).map(({ timestamp }) => timestamp);
  const steps = times.slice(1).map((time, index) => (time - (times[index] ?? 0)) / 90);
  expect(Math.min(...steps)).toBeGreaterThanOrEqual(0);
  expect(Math.max(...steps)).toBeLessThan(GAP_MS_MAX);
  expect(endings()).toBe(0);
  expect(channel().ladder?.state.restarts).toBe(0);
  await expect
    .poll(() => signalsReported().at(-1), SOON)
    .toMatchObject({ shown: 'backup', primary: null, backup: { healthy: true }, takeovers: 1 });
  expect(signalsReported().at(-1)?.shown_for_ms).toBeGreaterThan(0);
  expect(signalsReported().at(-1)?.backup?.frame_rate).toBeGreaterThan(20);
});

it('replaces a frozen primary, and returns to the primary after it was healthy for 10 s', async () => {
  const { primary, backup } = await publishBoth();
  const follower = new Follower('');
  await expect.poll(() => follower.latest?.segments.length, SOON).toBeGreaterThan(2);
  primary.process.kill('SIGSTOP');
  await expect.poll(shownHeight, SOON).toBe(180);
  await expect
    .poll(() => channel().signals.takeReport(), SOON)
    .toMatchObject({
      ...{ shown: 'backup', primary: { healthy: false }, primary_returns_in_ms: null },
    });

  primary.process.kill('SIGCONT');
  await expect
    .poll(() => channel().signals.takeReport().primary_returns_in_ms, SOON)
    .toEqual(expect.any(Number));
  const healthySinceMs = performance.now();
  await expect.poll(shownHeight, SOON).toBe(240);
  expect(performance.now() - healthySinceMs).toBeGreaterThan(9_500);
  expect(performance.now() - healthySinceMs).toBeLessThan(15_000);
  await expect.poll(() => follower.numbers.length, SOON).toBe(3);
  await follower.stop();
  expect(follower.longestGapMs).toBeLessThan(GAP_MS_MAX);
  expect(follower.faults).toEqual([]);
  expect(endings()).toBe(0);

  primary.process.kill('SIGKILL');
  await expect.poll(shownHeight, SOON).toBe(180);
  backup.process.kill('SIGKILL');
  await expect.poll(endings, SOON).toBe(1);
  expect(channel().publisher).toBeNull();
});

it('returns to a healthy primary at once when the operator requests it', async () => {
  const { primary } = await publishBoth();
  const request = () => stack.control(`channels/${CHANNEL}/return-to-primary`, { method: 'POST' });
  expect((await request()).status).toBe(409);
  primary.process.kill('SIGKILL');
  await expect.poll(shownHeight, SOON).toBe(180);
  const refused = await request();
  expect(refused.status).toBe(409);
  expect(await refused.json()).toMatchObject({ status: 'signal_unhealthy' });

  publish('primary');
  const requestedMs = await eventually(async () =>
    (await request()).ok ? performance.now() : undefined,
  );
  await expect.poll(shownHeight, SOON).toBe(240);
  expect(performance.now() - requestedMs).toBeLessThan(5_000);
});

it('refuses a wrong key, and a second encoder of either signal while the first one sends', async () => {
  await publishBoth();
  for (const key of [STREAM_KEY, BACKUP_KEY]) {
    expect((await publish('primary', key).ended).code).not.toBe(0);
  }
  expect((await publish('backup', 'wrong-key?backup=1').ended).code).not.toBe(0);
  expect(channel().signals.inputs).toHaveLength(2);
  expect(shownHeight()).toBe(240);
});

it('accepts a backup by WHIP beside a primary by RTMP, but no second backup', async () => {
  publish('primary');
  await expect.poll(shownHeightOrNull, SOON).toBe(240);
  const address = `${stack.origin}/media/live/whip?backup=1`;
  expect((await publishByWhip(address, 'wrong-key', { connects: false })).status).toBe(401);
  const backup = await publishByWhip(address, STREAM_KEY);
  try {
    const inputs = () =>
      channel().signals.inputs.map(({ signal, publisher }) => [signal, publisher.protocol]);
    await expect.poll(inputs, SOON).toEqual([
      ['primary', 'rtmp'],
      ['backup', 'whip'],
    ]);
    expect((await publishByWhip(address, STREAM_KEY, { connects: false })).status).toBe(409);
    expect(channel().signals.shown).toBe('primary');
  } finally {
    backup.close();
  }
});

it('shows a backup that connects first, until the primary has been healthy for a while', async () => {
  publish('backup');
  await expect.poll(shownHeightOrNull, SOON).toBe(180);
  publish('primary');
  await expect.poll(() => channel().signals.inputs.length, SOON).toBe(2);
  expect(channel().signals.shown).toBe('backup');
  await expect.poll(shownHeight, SOON).toBe(240);
  expect(endings()).toBe(0);
});
