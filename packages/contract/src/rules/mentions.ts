const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Thai has no spaces between words, so a Thai name may be followed by a letter. */
const ENDS_LATIN = /[\p{Script=Latin}\p{N}]$/u;

/** Returns whether a text mentions a name: `@name`, in any case, and not only the beginning of a longer Latin name. */
export function mentions(text: string, name: string): boolean {
  if (name === '' || !text.includes('@')) return false;
  // The server has normalised both.
  const [folded, wanted] = [text.toLowerCase(), `@${name.toLowerCase()}`];
  for (let at = folded.indexOf(wanted); at !== -1; at = folded.indexOf(wanted, at + 1)) {
    const next = folded.charAt(at + wanted.length);
    if (!ENDS_LATIN.test(wanted) || !LETTER.test(next)) return true;
  }
  return false;
}
