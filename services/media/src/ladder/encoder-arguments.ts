import type { LadderEncoder, RungSetting } from './ladder-setting.ts';

/** First file descriptor of the outputs: one for each rendition. */
export const FIRST_OUTPUT = 3;
/** Maximum key frame interval of the encoders. It is so large that they add no key frames to those of the source. */
const KEY_EVERY_PICTURES_MAX = 100_000;

interface EncoderForm {
  /** Arguments before the input. */
  readonly device: readonly string[];
  /** Filters after scaling, for encoders that read from GPU memory. */
  readonly upload: string;
  readonly options: readonly string[];
}

/** Arguments of each encoder. Only libx264 is covered by tests; the others follow ffmpeg's documentation. */
const ENCODERS: Readonly<Record<LadderEncoder, EncoderForm>> = {
  libx264: {
    device: [],
    upload: 'format=yuv420p',
    options: [
      ...['-preset', 'veryfast', '-tune', 'zerolatency', '-profile:v', 'main'],
      ...['-forced-idr', '1', '-sc_threshold', '0'],
    ],
  },
  h264_nvenc: {
    device: [],
    upload: 'format=yuv420p',
    options: [
      ...['-preset', 'p4', '-tune', 'ull', '-profile:v', 'main', '-rc', 'cbr'],
      ...['-forced-idr', '1', '-no-scenecut', '1', '-zerolatency', '1', '-delay', '0'],
    ],
  },
  h264_vaapi: {
    device: ['-vaapi_device', '/dev/dri/renderD128'],
    upload: 'format=nv12,hwupload',
    options: ['-profile:v', 'main', '-rc_mode', 'CBR', '-async_depth', '1'],
  },
  h264_qsv: {
    device: ['-init_hw_device', 'qsv=qsv', '-filter_hw_device', 'qsv'],
    upload: 'format=nv12,hwupload=extra_hw_frames=16',
    options: [
      ...['-preset', 'veryfast', '-profile:v', 'main', '-forced_idr', '1'],
      ...['-async_depth', '1', '-low_delay_brc', '1'],
    ],
  },
};

/** Returns the filters that scale the video. Each rendition is scaled from the next larger one. */
function filtersOf(rungs: readonly RungSetting[], portrait: boolean, upload: string): string {
  const bySize = rungs
    .map((rung, output) => ({ output, lines: rung.lines }))
    .sort((a, b) => b.lines - a.lines);
  return bySize
    .map(({ output, lines }, index) => {
      const size = portrait ? `${lines}:-2` : `-2:${lines}`;
      const from = index === 0 ? '[0:v]' : `[next${index}]`;
      const scaled = `${from}scale=${size}:flags=fast_bilinear`;
      if (index === bySize.length - 1) return `${scaled},${upload}[out${output}]`;
      return `${scaled},split[own${index}][next${index + 1}];[own${index}]${upload}[out${output}]`;
    })
    .join(';');
}

function outputOf(rung: RungSetting, output: number, encoder: LadderEncoder): string[] {
  const rate = String(rung.bitsPerSecond);
  return [
    ...['-map', `[out${output}]`, '-fps_mode', 'passthrough', '-enc_time_base', '1:1000'],
    ...['-c:v', encoder, ...ENCODERS[encoder].options],
    ...['-b:v', rate, '-maxrate', rate, '-bufsize', rate],
    ...['-g', String(KEY_EVERY_PICTURES_MAX), '-bf', '0', '-force_key_frames', 'source_no_drop'],
    ...['-flush_packets', '1', '-flvflags', 'no_duration_filesize'],
    ...['-f', 'flv', `pipe:${FIRST_OUTPUT + output}`],
  ];
}

/**
 * Returns the arguments of the ffmpeg process that makes these renditions: It reads FLV on stdin, and writes one FLV
 * stream for each rendition.
 */
export function ladderArguments(options: {
  readonly rungs: readonly RungSetting[];
  readonly encoder: LadderEncoder;
  /** Whether the source is in portrait orientation. */
  readonly portrait: boolean;
}): string[] {
  const { rungs, encoder, portrait } = options;
  const form = ENCODERS[encoder];
  return [
    ...['-hide_banner', '-loglevel', 'error', ...form.device],
    // Probing would delay the first frames. Several decoder threads would delay each frame.
    ...['-probesize', '32', '-analyzeduration', '0', '-threads', '1', '-f', 'flv', '-i', 'pipe:0'],
    ...['-copyts', '-filter_complex', filtersOf(rungs, portrait, form.upload)],
    ...rungs.flatMap((rung, output) => outputOf(rung, output, encoder)),
  ];
}
