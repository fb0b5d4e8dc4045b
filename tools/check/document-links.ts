import { posix } from 'node:path';

const FENCE = /^```.*?^```/gms;
const INLINE_CODE = /`[^`\n]*`/g;
/** The target of a link or a picture of Markdown. */
const TARGET = /\]\(\s*<?([^)\s>]+)/g;
const ELSEWHERE = /^([a-z][a-z0-9+.-]*:|\/\/|#|\/)/i;

/** Returns the first link or picture of a Markdown file whose file does not exist, or `null`. */
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

/** Returns the first picture of a Markdown file without an alternative text, or `null`. */
export const findPictureWithoutText = (text: string): string | null =>
  /!\[\s*\]\([^)]*\)/.exec(text.replace(FENCE, ''))?.[0] ?? null;
