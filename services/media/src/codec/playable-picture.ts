import { UnsupportedMediaError } from './media-error.ts';
import type { PictureFormat } from './sequence-parameter-set.ts';

/** Constrained baseline and baseline, main, high: the profiles that every browser decodes. */
const PROFILES: ReadonlySet<number> = new Set([66, 77, 100]);
const CHROMA_420 = 1;
const BITS = 8;
const CHROMA_NAMES: Readonly<Record<number, string>> = { 0: '4:0:0', 2: '4:2:2', 3: '4:4:4' };
const REMEDY = 'set pix_fmt yuv420p (OBS: Settings → Advanced → Color Format NV12)';

/**
 * Checks that browsers can decode the picture.
 *
 * @throws {UnsupportedMediaError} with the setting to change
 */
export function refuseUnplayable({ chromaFormat, bitDepth, profile }: PictureFormat): void {
  if (chromaFormat !== CHROMA_420) {
    const name = CHROMA_NAMES[chromaFormat] ?? `chroma format ${chromaFormat}`;
    throw new UnsupportedMediaError(`Browsers cannot play H.264 in ${name}: ${REMEDY}`);
  }
  if (bitDepth !== BITS) {
    throw new UnsupportedMediaError(`Browsers cannot play H.264 of ${bitDepth} bits: ${REMEDY}`);
  }
  if (!PROFILES.has(profile)) {
    throw new UnsupportedMediaError(
      `Browsers cannot play H.264 profile ${profile}: set profile high, main or baseline`,
    );
  }
}
