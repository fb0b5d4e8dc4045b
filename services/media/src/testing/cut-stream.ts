import type { PackagedPart } from '../packager/packaged-part.ts';
import { frames, pictures, recordingPackager, sendAll, sendConfigs } from './drawn-stream.ts';

/** Selects every `count`-th frame, beginning with the first. */
export const every = (count: number) => (index: number) => index % count === 0;
/** Returns the total duration of parts. */
export const sumUs = (parts: readonly PackagedPart[]) =>
  parts.reduce((sum, part) => sum + part.durationUs, 0);

/** Packages a generated stream into periods. */
export function cut(options: {
  frameRate: number;
  keyAt: (index: number) => boolean;
  seconds: number;
  audio?: boolean;
  offsetMs?: number;
}) {
  const { frameRate, keyAt, seconds, audio = true, offsetMs = 0 } = options;
  const { packager, periods } = recordingPackager();
  sendConfigs(packager, audio);
  const video = pictures({ count: Math.round(seconds * frameRate), frameRate, keyAt, offsetMs });
  sendAll(packager, video, audio ? frames(0, seconds * 1000 + 300) : []);
  packager.end();
  return periods;
}
