import { availableParallelism } from 'node:os';

/** One rendition that ffmpeg makes of a stream. */
export interface RungSetting {
  /** Name of the rendition, such as `720p`. */
  readonly name: string;
  readonly lines: number;
  readonly bitsPerSecond: number;
}

/** Encoders that the configuration accepts. */
export type LadderEncoder = 'libx264' | 'h264_nvenc' | 'h264_vaapi' | 'h264_qsv';

export type LadderSetting = 'auto' | readonly RungSetting[];

const DEFAULT_LADDER = '720p:2500k,480p:1200k,240p:400k';
/**
 * The default ladder of a 1080p30 stream takes about half a core. The site, its database and the packaging need two
 * cores, so `auto` enables the ladder from four cores on.
 */
const AUTO_CORES_MIN = 4;

function parseRungs(text: string): RungSetting[] {
  return text.split(',').map((rung) => {
    const [name = '', rate = ''] = rung.trim().split(':');
    return {
      name,
      lines: Number.parseInt(name, 10),
      bitsPerSecond: Number.parseInt(rate, 10) * 1000,
    };
  });
}

/** Parses the validated text of `MEDIA_LADDER`. */
export function parseLadder(text: string): LadderSetting {
  if (text === 'auto' || text === '') return 'auto';
  return text === 'off' ? [] : parseRungs(text);
}

/** Returns the renditions of a setting on a machine with this many cores. */
export function resolveLadder(
  setting: LadderSetting,
  cores = availableParallelism(),
): readonly RungSetting[] {
  if (setting !== 'auto') return setting;
  return cores >= AUTO_CORES_MIN ? parseRungs(DEFAULT_LADDER) : [];
}

/**
 * Returns the renditions that are smaller than the source. The lines of a rendition are compared with the shorter side
 * of the source.
 */
export function rungsBelow(
  rungs: readonly RungSetting[],
  source: { readonly width: number; readonly height: number },
): readonly RungSetting[] {
  const lines = Math.min(source.width, source.height);
  return rungs.filter((rung) => rung.lines < lines);
}
