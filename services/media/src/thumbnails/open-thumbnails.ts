import type { Logger } from '@sangwian/node-kit/logger';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import { StillMaker } from './still-maker.ts';

const ENCODER = 'libwebp';

/** Creates the `StillMaker` of a process; `null`, with the reason in the log, if thumbnails are not made. */
export function openThumbnails(
  isOn: boolean,
  ffmpeg: Ffmpeg | null,
  logger: Logger,
): StillMaker | null {
  const absence = isOn
    ? ffmpeg === null
      ? 'no_ffmpeg'
      : ffmpeg.encoders.has(ENCODER)
        ? null
        : 'no_encoder'
    : 'off';
  if (absence !== null || ffmpeg === null) {
    logger.info({ reason: absence }, 'streams have no thumbnails');
    return null;
  }
  return new StillMaker(ffmpeg, logger);
}
