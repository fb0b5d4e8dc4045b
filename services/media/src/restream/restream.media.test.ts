import { readdir, readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { encoderArguments, type FfmpegRun, runFfmpeg } from '../rtmp/testing/ffmpeg.ts';
import { CHANNEL, type MediaStack, STREAM_KEY, startMediaStack } from '../testing/media-stack.ts';

const SOON = { timeout: 30_000, interval: 100 };
const TARGET = '0198a000-0000-7000-8000-00000000000a';
const DEAD = '0198a000-0000-7000-8000-00000000000b';
const REFUSED = '0198a000-0000-7000-8000-00000000000c';

let source: MediaStack;
let target: MediaStack;
let encoder: FfmpegRun | null = null;

beforeAll(async () => {
  [source, target] = await Promise.all([startMediaStack({ ffmpeg: 'ffmpeg' }), startMediaStack()]);
});
afterEach(async () => {
  encoder?.process.kill('SIGKILL');
  await encoder?.ended;
  source.api.restreamTargets = [];
  source.api.restreamStates.clear();
});
afterAll(async () => {
  await source?.stop();
  await target?.stop();
});

/** Publishes in real time at the source. */
function encode(): void {
  encoder = runFfmpeg([
    ...encoderArguments({ seconds: 180, size: '160x90', live: true }),
    `rtmp://127.0.0.1:${source.media.ports.rtmp}/live/${STREAM_KEY}`,
  ]);
}

const addressOf = ({ media }: MediaStack): string => `rtmp://127.0.0.1:${media.ports.rtmp}/live`;
const wanted = (id: string, url: string, key = STREAM_KEY) => ({
  ...{ target_id: id, channel_id: CHANNEL, url, stream_key: key },
});
const stateOf = (id: string) => source.api.restreamStates.get(id)?.state;
/** Segments that viewers of a process can load. */
const segmentsOf = ({ media }: MediaStack): number =>
  media.channels.get(CHANNEL)?.lead?.videoTrack.window.newestSequence ?? 0;
const isPlayable = ({ media }: MediaStack): boolean => {
  const lead = media.channels.get(CHANNEL)?.lead;
  return lead?.isLive === true && lead.videoTrack.window.playable && lead.hasAudio;
};

/** Returns the arguments of each process that sends on. */
async function findSenders(): Promise<string[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const commands = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  const port = target.media.ports.rtmp;
  return commands.filter(
    (command) => command.includes('-rtmp_tcurl') && command.includes(`:${port}/live`),
  );
}

it('sends picture and sound on to another server, without the stream key in the arguments', async () => {
  encode();
  source.api.restreamTargets = [wanted(TARGET, addressOf(target))];
  await expect.poll(() => isPlayable(target), SOON).toBe(true);
  await expect.poll(() => stateOf(TARGET), SOON).toBe('sending');
  await expect
    .poll(() => source.api.restreamStates.get(TARGET)?.bitrate_bps ?? 0, SOON)
    .toBeGreaterThan(10_000);
  const senders = await findSenders();
  expect(senders).toHaveLength(1);
  expect(senders.join()).not.toContain(STREAM_KEY);
  const stats = source.api.events.findLast(({ type }) => type === 'stream_stats');
  expect(stats).toMatchObject({ restream: { is_available: true } });

  source.api.restreamTargets = [];
  await expect.poll(() => findSenders(), SOON).toEqual([]);
  await expect.poll(() => target.media.channels.get(CHANNEL)?.publisher ?? null, SOON).toBeNull();
});

it('sends again to a server that died and came back, while viewers lose nothing', async () => {
  encode();
  source.api.restreamTargets = [wanted(TARGET, addressOf(target))];
  await expect.poll(() => stateOf(TARGET), SOON).toBe('sending');
  const port = target.media.ports.rtmp;
  const before = source.media.channels.get(CHANNEL)?.lead?.videoTrack.window.currentPeriod;
  await target.stop();
  await expect
    .poll(() => source.api.restreamStates.get(TARGET), SOON)
    .toMatchObject({
      ...{ state: 'retrying', failure: 'unreachable', bitrate_bps: 0 },
    });
  const sequence = segmentsOf(source);
  await expect.poll(() => segmentsOf(source), SOON).toBeGreaterThan(sequence);
  target = await startMediaStack({ rtmpPort: port });
  await expect.poll(() => isPlayable(target), { ...SOON, timeout: 60_000 }).toBe(true);
  await expect.poll(() => stateOf(TARGET), SOON).toBe('sending');
  // One period all the time: the packaging did not notice.
  expect(source.media.channels.get(CHANNEL)?.lead?.videoTrack.window.currentPeriod).toBe(before);

  encoder?.process.kill('SIGTERM');
  await expect.poll(() => findSenders(), SOON).toEqual([]);
  await expect.poll(() => target.media.channels.get(CHANNEL)?.publisher ?? null, SOON).toBeNull();
});

it('says why a server is not sent to, and leaves no process behind when it stops', async () => {
  encode();
  source.api.restreamTargets = [
    wanted(TARGET, addressOf(target)),
    wanted(DEAD, 'rtmp://localhost:1935/live'),
    wanted(REFUSED, addressOf(target), 'another-key'),
  ];
  await expect.poll(() => stateOf(TARGET), SOON).toBe('sending');
  await expect
    .poll(() => source.api.restreamStates.get(DEAD), SOON)
    .toMatchObject({
      ...{ state: 'retrying', failure: 'address_refused' },
    });
  await expect
    .poll(() => source.api.restreamStates.get(REFUSED), SOON)
    .toMatchObject({
      ...{ state: 'retrying', failure: 'refused' },
    });
  await source.stop();
  expect(await findSenders()).toEqual([]);
});

it('says that restreaming needs ffmpeg', async () => {
  source = await startMediaStack();
  encode();
  source.api.restreamTargets = [wanted(TARGET, addressOf(target))];
  await expect
    .poll(() => source.api.restreamStates.get(TARGET), SOON)
    .toMatchObject({
      ...{ state: 'retrying', failure: 'no_ffmpeg' },
    });
  await expect
    .poll(() => source.api.events.findLast(({ type }) => type === 'stream_stats'), SOON)
    .toMatchObject({ restream: { is_available: false } });
});
