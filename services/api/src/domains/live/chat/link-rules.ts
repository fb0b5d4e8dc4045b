import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/**
 * Whether a line leads somewhere else. Fans may name anything; what can be tapped or typed into a browser, and the usual
 * ways to write it so that a filter does not see it, is refused.
 */

/** What stands for a dot: signs that look like one, and the word in brackets or between names, in both languages. */
const DOT_SIGNS = /[\u2024\u2027\u2219\u00B7\u2022\u3002\uFF61\u0589\u06D4]/gu;
const DOT_IN_BRACKETS = / ?[([{<] ?(?:dot|\.|จุด|ดอท|ดอต) ?[)\]}>] ?/giu;
const SPOKEN_DOT = /(?<=[a-z0-9]) ?(?:จุด|ดอท|ดอต) ?(?=[a-zคเอน])|(?<=[a-z0-9]) dot (?=[a-z])/giu;

/** Endings of addresses that are no word of a sentence, also where blanks stand around the dot. */
const STRONG = 'com|net|org|info|biz|xyz|asia|(?:co|in|or|ac|go)\\.th';
/** Endings that are no word either, with nothing between. */
const PLAIN = `${STRONG}|th|co|io|gg|cc|tv|ru|cn|vn|uk|de|eu|ws|ly|app|dev|online|site|shop|store|click|vip|casino|tech|cloud|คอม|ไทย`;
/** Endings that are words, too: "he is on top.win it!" is no address, "ufa888.win" is. */
const WORDS =
  'win|bet|fun|top|live|link|pro|club|me|in|to|it|is|so|us|at|be|am|la|pw|one|world|today';

/**
 * What stands right before the dot of a name: its letters and digits behind the last hyphen, if any. Thai names there are not told from a sentence's end, so they need a path or an ending of theirs.
 */
const NAME = '(?<![\\p{L}\\p{N}])[a-z0-9]+';
/** The longest name between two dots that there can be. */
const NAME_CHARS_MAX = 63;

const LINKS: readonly RegExp[] = [
  // h t t p s : / / and hxxp, with or without blanks.
  /\bh ?[tx] ?[tx] ?p ?s? ?:/u,
  /\bwww ?[.,] ?\S/u,
  /[a-z]{2}:\/\/\S/u,
  new RegExp(`${NAME}\\.(?:${PLAIN})(?![a-z0-9\\p{L}])`, 'u'),
  /[\p{L}\p{M}]{2}\.(?:คอม|ไทย)(?![\p{L}\p{M}])/u,
  new RegExp(
    `(?:(?<![\\p{L}\\p{N}])[a-z0-9]{2,}|[a-z0-9-]-[a-z0-9]?) ?[.,] ?(?:${STRONG})(?![a-z0-9])(?! [a-z]+ [a-z])`,
    'u',
  ),
  // A name with a digit or a hyphen in it, or with a path behind it, is none of a sentence.
  new RegExp(
    `(?<![\\p{L}\\p{N}])(?=[a-z0-9-]{0,${NAME_CHARS_MAX}}[a-z])(?=[a-z-]{0,${NAME_CHARS_MAX}}[0-9]|[a-z0-9]{1,${NAME_CHARS_MAX}}-)[a-z0-9](?:[a-z0-9-]{0,${NAME_CHARS_MAX}}[a-z0-9])?\\.(?:${WORDS})(?![a-z0-9])`,
    'u',
  ),
  new RegExp(`${NAME}\\.[a-z]{2,}\\/\\S`, 'u'),
  // An address of numbers with a port or a path; 1.2.3.4 alone may be a score.
  /(?<!\d)\d{1,3}(?:\.\d{1,3}){3}(?::\d{2,5}|\/\S)/u,
  // "Come to my LINE": an account there is where such a line leads in Thailand.
  /(?:ไลน์|\bline) ?(?:id|ไอดี|@|oa)* ?[:=@] ?@?[a-z0-9._-]{3}/u,
  /(?:แอด|เพิ่ม|ทัก) ?(?:ไลน์|line) ?(?:id|ไอดี)? ?@?[a-z0-9._-]{3}/u,
];

/**
 * @param text a line as it is kept
 * @example hasLink('ดูฟรี ufa888 จุด com') // true
 */
export function hasLink(text: string): boolean {
  const plain = normalizeText(text, 'NFKC')
    .replace(/[\u200C\u200D]/gu, '')
    .toLowerCase()
    // No pattern above looks for more than one blank, which would take time by the square of their number.
    .replace(/\s+/gu, ' ')
    .replace(DOT_SIGNS, '.')
    .replace(DOT_IN_BRACKETS, '.')
    .replace(SPOKEN_DOT, '.');
  return LINKS.some((link) => link.test(plain));
}
