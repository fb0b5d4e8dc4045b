import { availableParallelism } from 'node:os';

/** The encoder's input parameters for a clip. */
export interface EncodedClip {
  /** From the first frame of the input to the first frame of the clip. */
  readonly offsetMs: number;
  readonly durationMs: number;
  /** Frames per second of the source; `null` if unknown. */
  readonly frameRate: number | null;
  readonly hasAudio: boolean;
  /** The horizontal position of the vertical crop. 0: left edge, 500: centre, 1000: right edge. */
  readonly cropPermille: number;
}

const RATE_DEFAULT = 30;
/**
 * Higher frame rates are halved, which saves half of the encoding time and the size. Phone screens do not
 * need them.
 */
const RATE_MAX = 30.5;
/** NTSC frame rates are whole numbers times 1000/1001. */
const NTSC = 1_000 / 1_001;
const NTSC_TOLERANCE = 0.01;
/** With this video bitrate and the audio, a clip of 60 s stays below the storage's maximum object size. */
const VIDEO_KBPS_MAX = 3_500;
const THREADS_MAX = 2;

/** Returns the frame rate of a clip in ffmpeg's syntax. */
export function clipRate(source: number | null): string {
  let rate = source === null || source < 1 || source > 240 ? RATE_DEFAULT : source;
  while (rate > RATE_MAX) rate /= 2;
  const whole = Math.round(rate);
  if (Math.abs(rate - whole * NTSC) < NTSC_TOLERANCE && Math.abs(rate - whole) > 0.001) {
    return `${whole * 1_000}/1001`;
  }
  return String(Math.round(rate * 1_000) / 1_000);
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(3);

/**
 * Returns the filter graph: it trims the input once and produces the landscape video, the vertical video and
 * the poster.
 */
function filters({ offsetMs, durationMs, frameRate, hasAudio, cropPermille }: EncodedClip): string {
  const [start, duration] = [seconds(offsetMs), seconds(durationMs)];
  const chains = [
    // Square pixels, and a constant frame rate, so that the number of frames follows from the duration.
    `[0:v:0]trim=start=${start}:duration=${duration},setpts=PTS-STARTPTS,fps=${clipRate(frameRate)},scale=trunc(iw*sar/2)*2:trunc(ih/2)*2,setsar=1,split[wide][tall]`,
    '[1:v]split[mark1][mark2]',
    '[wide]scale=1280:720:force_original_aspect_ratio=decrease,pad=1280:720:(ow-iw)/2:(oh-ih)/2,setsar=1[landscape]',
    '[landscape][mark1]overlay=W-w-28:28,format=yuv420p,split[l][first]',
    `[tall]crop=w=min(iw\\,ih*9/16):h=min(ih\\,iw*16/9):x=(iw-ow)*${cropPermille}/1000:y=(ih-oh)/2,scale=720:1280,setsar=1[vertical]`,
    '[vertical][mark2]overlay=W-w-28:88,format=yuv420p[v]',
    '[first]trim=end_frame=1[p]',
  ];
  if (hasAudio) {
    chains.push(
      `[0:a:0]atrim=start=${start}:duration=${duration},asetpts=PTS-STARTPTS,aresample=48000,asplit[a1][a2]`,
    );
  }
  return chains.join(';');
}

function movieArguments(video: string, audio: string | null, durationMs: number): string[] {
  return [
    ...['-map', video, ...(audio === null ? [] : ['-map', audio])],
    ...['-t', seconds(durationMs), '-map_metadata', '-1'],
    ...['-c:v', 'libx264', '-preset', 'superfast', '-profile:v', 'high', '-crf', '22'],
    ...['-maxrate', `${VIDEO_KBPS_MAX}k`, '-bufsize', `${2 * VIDEO_KBPS_MAX}k`],
    ...['-threads', String(Math.min(THREADS_MAX, availableParallelism()))],
    ...['-force_key_frames', 'expr:gte(t,n_forced*2)'],
    ...(audio === null ? [] : ['-c:a', 'aac', '-b:a', '128k', '-ac', '2']),
    ...['-movflags', '+faststart', '-f', 'mp4'],
  ];
}

export interface EncoderFiles {
  /** A transparent PNG. */
  readonly watermark: string;
  readonly landscape: string;
  readonly vertical: string;
  readonly poster: string;
}

/** Returns ffmpeg's arguments. ffmpeg reads a fragmented MP4 from stdin and reports its progress on stdout. */
export function encoderArguments(clip: EncodedClip, files: EncoderFiles): string[] {
  const [audio1, audio2] = clip.hasAudio ? ['[a1]', '[a2]'] : [null, null];
  return [
    ...['-hide_banner', '-loglevel', 'error', '-nostats', '-y'],
    ...['-progress', 'pipe:1', '-stats_period', '0.5'],
    ...['-f', 'mp4', '-threads', String(THREADS_MAX), '-i', 'pipe:0', '-i', files.watermark],
    ...['-filter_complex_threads', '1', '-filter_complex', filters(clip)],
    ...[...movieArguments('[l]', audio1, clip.durationMs), files.landscape],
    ...[...movieArguments('[v]', audio2, clip.durationMs), files.vertical],
    ...['-map', '[p]', '-frames:v', '1', '-q:v', '3', '-f', 'mjpeg', files.poster],
  ];
}
