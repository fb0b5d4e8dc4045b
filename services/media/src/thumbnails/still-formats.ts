/** The images that are made of each key frame. */
export const STILLS = ['thumbnail', 'poster'] as const;
export type Still = (typeof STILLS)[number];
export type Stills = Readonly<Record<Still, Buffer>>;

/** Images of the storyboard. */
export const THUMBNAIL_SIZE = { width: 320, height: 180 } as const;
/** Poster of a channel, as wide as a phone's screen. Only the newest is kept. */
const POSTER_SIZE = { width: 960, height: 540 } as const;

/** Maximum file size. An image of noise takes about half as much. */
export const STILL_BYTES_MAX: Readonly<Record<Still, number>> = {
  thumbnail: 32 * 1024,
  poster: 256 * 1024,
};

/** First file descriptor of the outputs, in the order of `STILLS`. */
export const FIRST_OUTPUT = 3;

const encode = (still: Still, index: number, quality: number): string[] => [
  ...['-map', `[${still}]`, '-fps_mode', 'passthrough', '-c:v', 'libwebp'],
  ...['-quality', String(quality), '-compression_level', '3', '-threads', '1'],
  ...['-f', 'image2pipe', '-flush_packets', '1', `pipe:${FIRST_OUTPUT + index}`],
];

/**
 * Arguments of the process that turns key frames into stills. Images with another aspect ratio get black bars, so that
 * all have the same size. The small image is scaled from the large one, which takes less CPU time.
 */
export function stillArguments(): string[] {
  const { width, height } = POSTER_SIZE;
  const fit = `scale=${width}:${height}:force_original_aspect_ratio=decrease:flags=area`;
  const pad = `pad=${width}:${height}:(ow-iw)/2:(oh-ih)/2,setsar=1,format=yuv420p`;
  const small = `scale=${THUMBNAIL_SIZE.width}:${THUMBNAIL_SIZE.height}:flags=area`;
  return [
    ...['-hide_banner', '-loglevel', 'error', '-filter_complex_threads', '1'],
    ...['-threads', '1', '-flags', 'low_delay', '-probesize', '32', '-analyzeduration', '0'],
    ...['-f', 'h264', '-i', 'pipe:0'],
    ...['-filter_complex', `[0:v]${fit},${pad},split[poster][large];[large]${small}[thumbnail]`],
    ...encode('thumbnail', 0, 60),
    ...encode('poster', 1, 55),
  ];
}
