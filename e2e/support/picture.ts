import { expect, type Page } from '@playwright/test';
import {
  ageOfFrame,
  LOOP_MS,
  readTimeCode,
} from '../../services/sandbox/src/demo-bout/time-code.ts';

/** Half the size of the demo bout's video, which is enough to read its time code. */
const WIDTH = 640;
const HEIGHT = 360;
/** Rows that contain the time code. */
const STRIP_ROWS = 8;

export interface Picture {
  readonly position_s: number;
  /** Number of frames that the browser has presented. */
  readonly frames: number;
  /** Time code of the frame; `null` if the frame has none. */
  readonly loop_ms: number | null;
  readonly seen_at_ms: number;
  /** Mean red, green and blue in the middle of the frame, 0–255. */
  readonly colour: readonly [number, number, number];
}

/** Reads the current frame from its pixels. */
export async function lookAt(page: Page): Promise<Picture> {
  const { strip, ...seen } = await page.evaluate(
    ({ width, height, rows }) => {
      const video = document.querySelector('video');
      if (video === null) throw new Error('there is no picture');
      const canvas = document.createElement('canvas');
      canvas.width = width;
      canvas.height = height;
      const context = canvas.getContext('2d', { willReadFrequently: true });
      if (context === null) throw new Error('there is no canvas');
      context.drawImage(video, 0, 0, width, height);
      const seen_at_ms = Date.now();
      const [red = 0, green = 0, blue = 0] = context.getImageData(width / 2, height / 2, 1, 1).data;
      return {
        position_s: video.currentTime,
        frames: video.getVideoPlaybackQuality().totalVideoFrames,
        seen_at_ms,
        colour: [red, green, blue] as const,
        strip: Array.from(context.getImageData(0, height - rows, width, rows).data),
      };
    },
    { width: WIDTH, height: HEIGHT, rows: STRIP_ROWS },
  );
  const data = new Uint8ClampedArray(WIDTH * HEIGHT * 4);
  data.set(strip, WIDTH * (HEIGHT - STRIP_ROWS) * 4);
  return { ...seen, loop_ms: readTimeCode({ width: WIDTH, height: HEIGHT, data }) };
}

const FRAMES_MIN = 10;

/**
 * Resolves with the last frame once frames were presented and both the playback time and the time code have advanced.
 */
export async function untilPictureMoves(page: Page): Promise<Picture> {
  await expect(page.locator('video')).toBeVisible();
  let first: Picture | null = null;
  let last: Picture | null = null;
  await expect(async () => {
    last = await lookAt(page);
    if (first?.loop_ms == null) first = last;
    expect(first.loop_ms, 'the clock within the picture').not.toBeNull();
    expect(last.loop_ms, 'the clock within the picture').not.toBeNull();
    expect(last.frames - first.frames).toBeGreaterThan(FRAMES_MIN);
    expect(last.position_s).toBeGreaterThan(first.position_s);
    const advancedMs = ((last.loop_ms ?? 0) - (first.loop_ms ?? 0) + LOOP_MS) % LOOP_MS;
    expect(advancedMs).toBeGreaterThan(0);
  }).toPass({ intervals: [150], timeout: 30_000 });
  return last as unknown as Picture;
}

interface Broadcaster {
  readonly state: string;
  readonly connections: number;
  readonly epoch: number | null;
}

/** Controls the publisher of the demo. */
export const broadcasterOf = (sandbox: string) => {
  const call = async (path: string, method: 'GET' | 'POST'): Promise<Broadcaster> => {
    const response = await fetch(`${sandbox}/broadcaster${path}`, { method });
    expect(response.status).toBe(200);
    return (await response.json()) as Broadcaster;
  };
  const status = () => call('', 'GET');
  return {
    status,
    stop: () => call('/stop', 'POST'),
    /** Resolves once the demo bout is on air. */
    start: async () => {
      await call('/start', 'POST');
      await expect.poll(async () => (await status()).state).toBe('live');
    },
  };
};

/** Returns the time in ms since the publisher sent a frame. */
export async function ageOf(picture: Picture, sandbox: string): Promise<number> {
  const { epoch } = await broadcasterOf(sandbox).status();
  if (epoch === null || picture.loop_ms === null) throw new Error('the picture has no time code');
  return ageOfFrame(picture.loop_ms, epoch, picture.seen_at_ms);
}
