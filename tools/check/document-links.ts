import { posix } from 'node:path';

const FENCE = /^```.*?^```/gms;
const INLINE_CODE = /`[^`\n]*`/g;
/** The target of a Markdown link or image. */
const TARGET = /\]\(\s*<?([^)\s>]+)/g;
const ELSEWHERE = /^([a-z][a-z0-9+.-]*:|\/\/|#|\/)/i;

/** Returns the first link or image of a Markdown file whose target does not exist, or `null`. */
export function findBrokenLink(
  text: string,
  file: string,
  exists: (path: string) => boolean,
): string | null {
  const prose = text.replace(FENCE, '').replace(INLINE_CODE, '');
  for (const [, target = ''] of prose.matchAll(TARGET)) {
    if (ELSEWHERE.test(target)) continue;
    const [path = ''] = decodeURI(target).split(/[#?]/);
    if (!exists(posix.join(posix.dirname(file), path))) return target;
  }
  return null;
}

/** Returns the first image of a Markdown file without alternative text, or `null`. */
export const findPictureWithoutText = (text: string): string | null =>
  /!\[\s*\]\([^)]*\)/.exec(text.replace(FENCE, ''))?.[0] ?? null;
