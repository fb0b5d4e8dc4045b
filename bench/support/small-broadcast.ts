import { spawn } from 'node:child_process';
import { setTimeout as delay } from 'node:timers/promises';
import type { MediaAlone } from './media-alone.ts';
import { requirePrograms } from './require-programs.ts';

const POLL_MS = 100;

export interface SmallBroadcast {
  stop(): void;
}

/**
 * Publishes a stream of low bit rate with one-second segments, so that a bench measures requests and not the bandwidth
 * of the loopback interface. Resolves once the stream is playable.
 */
export async function startSmallBroadcast(
  media: MediaAlone,
  key: string,
  core: number,
): Promise<SmallBroadcast> {
  const { ffmpeg } = requirePrograms('ffmpeg');
  const child = spawn(
    'taskset',
    [
      ...['-c', String(core), ffmpeg, '-v', 'error', '-re'],
      ...['-f', 'lavfi', '-i', 'color=c=gray:size=160x90:rate=30'],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
      ...['-c:v', 'libx264', '-preset', 'ultrafast', '-tune', 'zerolatency', '-g', '30'],
      ...['-pix_fmt', 'yuv420p', '-c:a', 'aac', '-b:a', '32k'],
      ...['-f', 'flv', `rtmp://127.0.0.1:${media.rtmpPort}/live/${key}`],
    ],
    { stdio: 'ignore' },
  );
  for (;;) {
    const isPlaying = await fetch(media.hlsUrl(key)).then(
      (response) => response.ok,
      () => false,
    );
    if (isPlaying) return { stop: () => child.kill('SIGKILL') };
    if (child.exitCode !== null) throw new Error('ffmpeg ended');
    await delay(POLL_MS);
  }
}
