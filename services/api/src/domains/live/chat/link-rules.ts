import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Substitutes for a dot: similar characters, and the word "dot" in Thai or English, in brackets or between names. */
const DOT_SIGNS = /[\u2024\u2027\u2219\u00B7\u2022\u3002\uFF61\u0589\u06D4]/gu;
const DOT_IN_BRACKETS = / ?[([{<] ?(?:dot|\.|จุด|ดอท|ดอต) ?[)\]}>] ?/giu;
const SPOKEN_DOT = /(?<=[a-z0-9]) ?(?:จุด|ดอท|ดอต) ?(?=[a-zคเอน])|(?<=[a-z0-9]) dot (?=[a-z])/giu;

/** Top-level domains that are not words. They match even with spaces around the dot. */
const STRONG = 'com|net|org|info|biz|xyz|asia|(?:co|in|or|ac|go)\\.th';
/** Top-level domains that are not words. They match only without spaces. */
const PLAIN = `${STRONG}|th|co|io|gg|cc|tv|ru|cn|vn|uk|de|eu|ws|ly|app|dev|online|site|shop|store|click|vip|casino|tech|cloud|คอม|ไทย`;
/** Top-level domains that are also words: "he is on top.win it!" has no link, but "ufa888.win" is one. */
const WORDS =
  'win|bet|fun|top|live|link|pro|club|me|in|to|it|is|so|us|at|be|am|la|pw|one|world|today';

/**
 * The domain label before the dot, from its last hyphen on. A Thai label could be the end of a sentence, so
 * Thai names need a path or a Thai top-level domain.
 */
const NAME = '(?<![\\p{L}\\p{N}])[a-z0-9]+';
/** Maximum length of a domain label. */
const NAME_CHARS_MAX = 63;

const LINKS: readonly RegExp[] = [
  // h t t p s : / / and hxxp, with or without spaces.
  /\bh ?[tx] ?[tx] ?p ?s? ?:/u,
  /\bwww ?[.,] ?\S/u,
  /[a-z]{2}:\/\/\S/u,
  new RegExp(`${NAME}\\.(?:${PLAIN})(?![a-z0-9\\p{L}])`, 'u'),
  /[\p{L}\p{M}]{2}\.(?:คอม|ไทย)(?![\p{L}\p{M}])/u,
  new RegExp(
    `(?:(?<![\\p{L}\\p{N}])[a-z0-9]{2,}|[a-z0-9-]-[a-z0-9]?) ?[.,] ?(?:${STRONG})(?![a-z0-9])(?! [a-z]+ [a-z])`,
    'u',
  ),
  // A name with a digit or a hyphen, or with a path, is not a word of a sentence.
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?=[a-z0-9-]{0,${NAME_CHARS_MAX}}[a-z])(?=[a-z-]{0,${NAME_CHARS_MAX}}[0-9]|[a-z0-9]{1,${NAME_CHARS_MAX}}-)[a-z0-9](?:[a-z0-9-]{0,${NAME_CHARS_MAX}}[a-z0-9])?\\.(?:${WORDS})(?![a-z0-9])`,
    'u',
  ),
  new RegExp(`${NAME}\\.[a-z]{2,}\\/\\S`, 'u'),
  // An IP address with a port or a path. Without them, 1.2.3.4 may be a score.
  /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5}|\/\S)/u,
  // Invitations to a LINE account.
  /(?:ไลน์|\bline) ?(?:id|ไอดี|@|oa)* ?[:=@] ?@?[a-z0-9._-]{3}/u,
  /(?:แอด|เพิ่ม|ทัก) ?(?:ไลน์|line) ?(?:id|ไอดี)? ?@?[a-z0-9._-]{3}/u,
];

/**
 * Returns whether a line contains a link, including the usual ways to hide it from a filter.
 *
 * @param text a normalized line
 * @example hasLink('ดูฟรี ufa888 จุด com') // true
 */
export function hasLink(text: string): boolean {
  const plain = normalizeText(text, 'NFKC')
    .replace(/[\u200C\u200D]/gu, '')
    .toLowerCase()
    // The patterns allow one space at most, because longer runs would take quadratic time.
    .replace(/\s+/gu, ' ')
    .replace(DOT_SIGNS, '.')
    .replace(DOT_IN_BRACKETS, '.')
    .replace(SPOKEN_DOT, '.');
  return LINKS.some((link) => link.test(plain));
}
