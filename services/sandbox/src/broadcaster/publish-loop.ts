import type { RtmpPublisher } from '@sangwian/rtmp/publisher';
import { type DemoLoop, LoopCursor } from '../demo-bout/demo-loop.ts';
import type { Clock } from './clock.ts';

/** With a longer delay, frames are skipped up to the next key frame: an encoder does not send in bursts. */
export const LATE_MS_MAX = 400;

export interface PublishedLoop {
  readonly loop: DemoLoop;
  readonly publisher: Pick<RtmpPublisher, 'sendMetadata' | 'sendVideo' | 'sendAudio' | 'drained'>;
  readonly clock: Clock;
  /** Start of the first lap on the clock; laps continue while disconnected. */
  readonly originMs: number;
  readonly signal: AbortSignal;
  /** Called for each sent unit. */
  readonly onSent?: () => void;
}

/**
 * Sends the loop in real time until the signal aborts: each unit when it is due, starting at the nearest key frame, with
 * timestamps that start at 0 and increase over all laps. Times are relative to the origin, so that nothing drifts.
 */
export async function publishLoop(published: PublishedLoop): Promise<void> {
  const { loop, publisher, clock, originMs, signal } = published;
  publisher.sendMetadata({
    width: 1280,
    height: 720,
    framerate: 30,
    videocodecid: 7,
    audiocodecid: 10,
    audiosamplerate: 48_000,
    stereo: true,
    encoder: 'Sangwian demo',
  });
  publisher.sendVideo({ timestampMs: 0, payload: loop.videoConfig });
  publisher.sendAudio({ timestampMs: 0, payload: loop.audioConfig });
  const cursor = new LoopCursor(loop);
  // Sends a key frame that has just passed: waiting for the next one would delay viewers by a whole segment.
  cursor.seekKey(Math.max(0, clock.nowMs() - originMs - LATE_MS_MAX));
  const firstMs = cursor.current.atMs;
  while (!signal.aborted) {
    const unit = cursor.current;
    const lateMs = clock.nowMs() - originMs - unit.atMs;
    if (lateMs < 0) {
      await clock.until(originMs + unit.atMs, signal);
      continue;
    }
    if (lateMs > LATE_MS_MAX) {
      cursor.seekKey(clock.nowMs() - originMs);
      continue;
    }
    const message = { timestampMs: unit.atMs - firstMs, payload: unit.payload };
    const hasCapacity =
      unit.kind === 'video' ? publisher.sendVideo(message) : publisher.sendAudio(message);
    published.onSent?.();
    cursor.advance();
    if (!hasCapacity) await publisher.drained();
  }
}
