import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SEGMENT_S = 2;
const RATE = 30;
const OUTPUT_BYTES_MAX = 64 * 1024 * 1024;

export interface SamplePicture {
  readonly init: Buffer;
  /** Two seconds each. */
  readonly segments: readonly Buffer[];
}

/** Encodes a test video with a tone, as segments of two seconds. */
export async function encodeSamplePicture(seconds: number): Promise<SamplePicture> {
  const { stdout } = await run(
    'ffmpeg',
    [
      ...['-hide_banner', '-loglevel', 'error', '-nostdin'],
      ...['-f', 'lavfi', '-i', `testsrc2=size=320x180:rate=${RATE}`],
      ...['-f', 'lavfi', '-i', 'sine=frequency=440:sample_rate=48000'],
      ...['-t', String(seconds), '-c:v', 'libx264', '-preset', 'ultrafast', '-threads', '1'],
      ...['-pix_fmt', 'yuv420p', '-g', String(SEGMENT_S * RATE), '-sc_threshold', '0'],
      ...['-c:a', 'aac', '-ac', '2', '-f', 'mp4'],
      ...['-movflags', 'frag_keyframe+empty_moov+default_base_moof', 'pipe:1'],
    ],
    { encoding: 'buffer', maxBuffer: OUTPUT_BYTES_MAX },
  );
  const init: Buffer[] = [];
  const segments: Buffer[] = [];
  for (let at = 0; at < stdout.length; ) {
    const length = stdout.readUInt32BE(at);
    const type = stdout.toString('latin1', at + 4, at + 8);
    const box = stdout.subarray(at, at + length);
    if (type === 'ftyp' || type === 'moov') init.push(box);
    else if (type === 'moof') segments.push(box);
    else if (type === 'mdat') segments.push(Buffer.concat([segments.pop() ?? box, box]));
    at += length;
  }
  return { init: Buffer.concat(init), segments };
}

/**
 * Returns consecutive segments in the format of the media process: a line of JSON, then the bytes of the
 * segments.
 */
export function sampleObject(
  { init, segments }: SamplePicture,
  {
    originId,
    first,
    count,
    beginsAt,
  }: {
    readonly originId: string;
    readonly first: number;
    readonly count: number;
    /** When segment 0 began. */
    readonly beginsAt: Date;
  },
): Buffer {
  const sent = segments.slice(first, first + count);
  const head = {
    origin_id: originId,
    folder: '',
    first_sequence: first,
    starts_at: new Date(beginsAt.getTime() + first * SEGMENT_S * 1_000).toISOString(),
    segments: sent.map((bytes, index) => [
      index * SEGMENT_S * 1_000,
      (first + index) * SEGMENT_S * 1_000_000,
      SEGMENT_S * 1_000_000,
      bytes.length,
    ]),
    period: {
      first_sequence: 0,
      discontinuity: 0,
      init: init.toString('base64'),
      codecs: 'avc1.42c00d,mp4a.40.2',
      width: 320,
      height: 180,
      frame_rate: RATE,
    },
  };
  return Buffer.concat([Buffer.from(`${JSON.stringify(head)}\n`), ...sent]);
}

interface ProbedFile {
  readonly width: number;
  readonly height: number;
  readonly codecs: readonly string[];
  readonly videoS: number;
  readonly soundS: number;
  readonly pictures: number;
}

/** Decodes a file completely with ffprobe. @throws {Error} if ffprobe reports an error */
export async function probe(path: string): Promise<ProbedFile> {
  const { stdout, stderr } = await run('ffprobe', [
    ...['-v', 'error', '-count_frames', '-of', 'json'],
    ...['-show_entries', 'stream=codec_name,codec_type,width,height,duration,nb_read_frames', path],
  ]);
  if (stderr !== '') throw new Error(stderr);
  const { streams } = JSON.parse(stdout) as {
    streams: {
      codec_name: string;
      codec_type: string;
      width: number;
      height: number;
      duration: string;
      nb_read_frames: string;
    }[];
  };
  const video = streams.find(({ codec_type }) => codec_type === 'video');
  const sound = streams.find(({ codec_type }) => codec_type === 'audio');
  return {
    width: video?.width ?? 0,
    height: video?.height ?? 0,
    codecs: streams.map(({ codec_name }) => codec_name),
    videoS: Number(video?.duration),
    soundS: Number(sound?.duration),
    pictures: Number(video?.nb_read_frames),
  };
}
