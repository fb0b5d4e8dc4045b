import type { RtmpPublisher } from '@sangwian/rtmp/publisher';
import { type DemoLoop, LoopCursor } from '../demo-bout/demo-loop.ts';
import type { Clock } from './clock.ts';

/** Later than this, what was missed is left out up to the next key picture: an encoder does not send in bursts. */
export const LATE_MS_MAX = 400;

export interface PublishedLoop {
  readonly loop: DemoLoop;
  readonly publisher: Pick<RtmpPublisher, 'sendMetadata' | 'sendVideo' | 'sendAudio' | 'drained'>;
  readonly clock: Clock;
  /** When, on the clock, the first lap began: laps go on through it whoever is connected. */
  readonly originMs: number;
  readonly signal: AbortSignal;
  /** Told of each unit as it goes out. */
  readonly onSent?: () => void;
}

/**
 * Sends the loop at the pace of the clock until the signal is aborted: each unit when it is due, from the nearest key
 * picture on, timestamps from 0 and growing over all laps. The times are reckoned from the origin, never from the
 * last unit, so nothing drifts.
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
  // A key picture that is hardly over is sent late: whoever waits for the next one waits for a whole segment more.
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
    const goesOn =
      unit.kind === 'video' ? publisher.sendVideo(message) : publisher.sendAudio(message);
    published.onSent?.();
    cursor.advance();
    if (!goesOn) await publisher.drained();
  }
}
