import type { Logger } from '@sangwian/node-kit/logger';
import type { LadderReport } from '../http/control.ts';
import type { Ffmpeg } from '../sound/ffmpeg.ts';
import type { LadderOptions } from './ladder.ts';
import { type LadderEncoder, type LadderSetting, resolveLadder } from './ladder-setting.ts';

/** Reason why a process makes no smaller renditions. */
export type LadderAbsence = 'off' | 'few_cores' | 'no_ffmpeg' | 'no_encoder';

/** State of a channel's ladder in a report. */
export interface LadderActivity {
  /** Why there is no ladder; `null` if there is one. */
  readonly absence: LadderAbsence | null;
  readonly rungs: readonly string[];
  /** Renditions that were dropped because the machine was too slow. */
  readonly dropped: readonly string[];
  readonly restarts: number;
  /** Average number of CPU cores in use since the previous report; `null` in the first report. */
  readonly cpu_cores: number | null;
  readonly behind_ms: number | null;
}

/** The ladder of a process, or why there is none. */
export type Ladder = LadderOptions | LadderAbsence;

function chooseLadder(
  setting: LadderSetting,
  encoder: LadderEncoder,
  ffmpeg: Ffmpeg | null,
): Ladder {
  const rungs = resolveLadder(setting);
  if (rungs.length === 0) return setting === 'auto' ? 'few_cores' : 'off';
  if (ffmpeg === null) return 'no_ffmpeg';
  return ffmpeg.encoders.has(encoder) ? { ffmpeg, encoder, rungs } : 'no_encoder';
}

/** Decides whether streams get smaller renditions, and logs the decision. */
export function openLadder(
  setting: LadderSetting,
  encoder: LadderEncoder,
  ffmpeg: Ffmpeg | null,
  logger: Logger,
): Ladder {
  const ladder = chooseLadder(setting, encoder, ffmpeg);
  if (typeof ladder !== 'string') {
    const rungs = ladder.rungs.map(({ name, bitsPerSecond }) => `${name}:${bitsPerSecond / 1000}k`);
    logger.info({ rungs, encoder }, 'ffmpeg makes smaller renditions of each stream');
  } else if (ladder === 'off' || ladder === 'few_cores') {
    logger.info({ reason: ladder }, 'streams are served in their own size only');
  } else {
    logger.warn({ reason: ladder, encoder }, 'streams are served in their own size only');
  }
  return ladder;
}

/** Describes a process's ladder for the API. */
export const reportLadder = (ladder: Ladder): LadderReport =>
  typeof ladder === 'string'
    ? { rungs: [], encoder: null, absence: ladder }
    : {
        rungs: ladder.rungs.map(({ name }) => name),
        encoder: ladder.encoder,
        absence: null,
      };
