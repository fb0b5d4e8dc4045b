import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readParameterSets } from '../codec/nal-units.ts';
import { encoderArguments } from '../rtmp/testing/ffmpeg.ts';
import { avcRecord, idrPicture, interPicture } from '../rtmp/testing/sample-media.ts';
import { parseMediaPlaylist, parseMultivariant } from '../testing/conformance.ts';
import {
  eventually,
  type MediaStack,
  STREAM_KEY,
  startMediaStack,
} from '../testing/media-stack.ts';
import { watchByWhep } from '../testing/whep-client.ts';
import { publishByWhip } from '../testing/whip-client.ts';
import { findFfmpeg } from './ffmpeg.ts';
import { OggOpusReader, OggOpusWriter } from './ogg.ts';

const ffmpeg = await findFfmpeg('ffmpeg');
if (ffmpeg === null) console.warn('ffmpeg with libopus not found: sound conversion is not tested');

/** Returns the process ids of running converters. */
function converters(): number[] {
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => {
      try {
        const stat = readFileSync(`/proc/${pid}/stat`, 'latin1');
        const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
        const line = readFileSync(`/proc/${pid}/cmdline`, 'latin1');
        return Number(parent) === process.pid && state !== 'Z' && line.includes('pipe:0');
      } catch {
        return false;
      }
    });
}

/** Returns the mean volume of an audio file in dB; minus infinity for silence. */
function loudness(sound: Buffer): number {
  const args = ['-hide_banner', '-i', 'pipe:0', '-af', 'volumedetect', '-f', 'null', '-'];
  const { stderr } = spawnSync('ffmpeg', args, sound);
  return Number(/mean_volume: (\S+) dB/.exec(stderr)?.[1] ?? Number.NEGATIVE_INFINITY);
}
function spawnSync(program: string, args: string[], input: Buffer): { stderr: string } {
  const script = `exec "$0" "$@" 2>&1`;
  return { stderr: execFileSync('sh', ['-c', script, program, ...args], { input }).toString() };
}

describe.skipIf(ffmpeg === null)('with ffmpeg', () => {
  let stack: MediaStack;
  const processes: ChildProcess[] = [];
  beforeAll(async () => {
    stack = await startMediaStack({ webrtcPeersMax: 4, ffmpeg: 'ffmpeg' });
  });
  afterAll(async () => {
    for (const one of processes) one.kill('SIGKILL');
    await stack.stop();
    expect(converters()).toEqual([]);
  });
  const master = () => `${stack.granted()}index.m3u8`;

  it('audio of an RTMP publisher is converted for WHEP viewers, even after its converter was killed', async () => {
    const address = `rtmp://127.0.0.1:${stack.media.ports.rtmp}/live/${STREAM_KEY}`;
    const picture = encoderArguments({ seconds: 60, live: true, soundHz: 44_100 });
    const publisher = spawn('ffmpeg', [...picture, address], { stdio: 'ignore' });
    processes.push(publisher);
    const playlist = await eventually(async () => {
      const response = await fetch(master());
      return response.ok ? response.text() : undefined;
    }, 20_000);
    // LL-HLS uses the publisher's codec, and no converter runs without WHEP viewers.
    expect(playlist).toMatch(/CODECS="avc1\.[0-9a-f]+,mp4a\.40\.2"/);
    expect(converters()).toEqual([]);

    const watcher = await watchByWhep(`${stack.base}whep?token=${stack.grant()}`);
    await eventually(() => (watcher.audio.length >= 100 ? true : undefined), 20_000);
    const heard = [...watcher.audio];
    const steps = heard.slice(1).map(({ timestamp }, at) => timestamp - heard[at]!.timestamp);
    expect(new Set(steps)).toEqual(new Set([960]));
    const writer = new OggOpusWriter();
    const file = [
      writer.headers(2),
      ...heard.map(({ payload }) => writer.packet(Buffer.from(payload), 960)),
    ];
    expect(loudness(Buffer.concat(file))).toBeGreaterThan(-40);

    const [pid] = converters();
    expect(converters()).toHaveLength(1);
    process.kill(pid!, 'SIGKILL');
    const count = watcher.audio.length;
    await eventually(() => (watcher.audio.length >= count + 50 ? true : undefined), 20_000);
    expect(converters()).not.toContain(pid);

    publisher.kill('SIGKILL');
    await eventually(() => (converters().length === 0 ? true : undefined));
    watcher.close();
  });

  it('audio of a WHIP publisher is converted to AAC for LL-HLS until the publisher ends', async () => {
    const ogg = execFileSync('ffmpeg', [
      ...['-v', 'error', '-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000', '-t', '5'],
      ...['-c:a', 'libopus', '-ac', '2', '-f', 'ogg', 'pipe:1'],
    ]);
    const packets = new OggOpusReader().push(ogg);
    await eventually(() =>
      stack.media.channels.report().some(({ live }) => live) ? undefined : true,
    );
    const publisher = await publishByWhip(`${stack.origin}/media/live/whip`, STREAM_KEY);
    await eventually(() => (publisher.isOpen ? true : undefined));
    const parameterSets = readParameterSets(avcRecord());
    const startedMs = performance.now();
    for (let frame = 0; frame < 120; frame += 1) {
      const key = frame % 30 === 0;
      publisher.picture(
        key ? idrPicture(900) : interPicture(),
        frame * 3_000,
        key ? parameterSets : [],
      );
      const due =
        Math.floor(((frame + 1) * 1_000) / 30 / 20) - Math.floor((frame * 1_000) / 30 / 20);
      for (let one = 0; one < due; one += 1) {
        const number = Math.floor((frame * 1_000) / 30 / 20) + one;
        publisher.sound(packets[number]!, number * 960);
      }
      const aheadMs = startedMs + ((frame + 1) * 1_000) / 30 - performance.now();
      if (aheadMs > 0) await new Promise((resolve) => setTimeout(resolve, aheadMs));
    }
    const variants = parseMultivariant(await (await fetch(master())).text());
    const sound = variants.find(({ resolution }) => resolution === null)!;
    expect(sound.codecs).toBe('mp4a.40.2');
    const list = new URL(sound.uri, master());
    const { segments } = parseMediaPlaylist(await (await fetch(list)).text());
    const whole = segments.filter(({ uri, map }) => uri !== null && map === segments.at(-1)!.map);
    const files = await Promise.all(
      [whole[0]!.map!, ...whole.map(({ uri }) => uri!)].map(async (uri) =>
        Buffer.from(await (await fetch(new URL(uri, list))).arrayBuffer()),
      ),
    );
    expect(loudness(Buffer.concat(files))).toBeGreaterThan(-40);
    expect(converters()).toHaveLength(1);
    publisher.close();
    await eventually(() => (converters().length === 0 ? true : undefined));
  });
});
