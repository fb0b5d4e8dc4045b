/**
 * Banned words, found however they are written, without hitting innocent ones.
 *
 * Latin words have borders, so a word is looked for between them ("class" holds no other word); a `*` at the end of a
 * word takes its endings along. Letters may be repeated, replaced by digits and signs, or set apart one by one. Words
 * that merely meet ("as soon", "who're") are never read as one.
 *
 * Thai has no word borders, so a word is looked for anywhere, and four things keep that safe. A hit begins and ends
 * where a syllable does: a vowel written before the hit, or a sign behind it that its last consonant carries, means
 * that other syllables only share its letters. A tone mark may be left out or changed, which is the commonest disguise,
 * but none may stand where the word has none: "แต่ด้วย" is two words that have nothing to do with a third. Blanks are
 * passed over only where every letter stands by itself, so that neighbouring phrases never make a word together. And
 * what still looks alike ("เหี่ยว", to wither) stands in a list of innocent words: a hit inside of one of those is none.
 */

/** Letters of a Latin word and what fans put in their place. */
const DISGUISES: Readonly<Record<string, string>> = {
  a: 'a4@',
  b: 'b8',
  e: 'e3',
  g: 'g9',
  i: 'i1!|',
  l: 'l1|',
  o: 'o0',
  s: 's5$',
  t: 't7+',
  u: 'uv',
  z: 'z2',
};
/** Cyrillic and Greek letters that look like Latin ones. */
const LOOKALIKES: Readonly<Record<string, string>> = {
  а: 'a',
  е: 'e',
  о: 'o',
  р: 'p',
  с: 'c',
  у: 'y',
  х: 'x',
  і: 'i',
  ѕ: 's',
  к: 'k',
  т: 't',
  α: 'a',
  ε: 'e',
  ο: 'o',
  ρ: 'p',
  υ: 'u',
  κ: 'k',
  ι: 'i',
  τ: 't',
};
const LOOKALIKE = new RegExp(`[${Object.keys(LOOKALIKES).join('')}]`, 'gu');
const LATIN_MARKS = /(?<=[a-z])[\u0300-\u036F]+/gu;
/** Tone marks, and the signs of a short vowel and of what is not spoken. */
const TONES = '\\u0E47-\\u0E4B';
const SILENT = '\\u0E4C';
const THAI = /[ก-๎]/u;
/** Between letters that belong together; not a blank, and not the apostrophe of "who're". */
const LATIN_GLUE = /(?<=[a-z0-9@$!])[._\-*~|/\\·•+]+(?=[a-z0-9@$!])/gu;
const THAI_GLUE = /(?<=[ก-๎])[._\-*~|/\\·•+]+(?=[ก-๎])/gu;
/** A sign above or below needs a letter before it, and no blank between. */
const STRAY_BLANK = /(?<=[ก-ฮ])\s+(?=[ัิีึืุู็-๎])/gu;
const APART = '[\\s._\\-*~|/\\\\·•+,]+';
const ALL_APART = new RegExp(APART, 'gu');
const LATIN_APART = new RegExp(
  `(?<![a-z0-9])(?:[a-z0-9@$!]${APART}){2,}[a-z0-9@$!](?![a-z0-9])`,
  'gu',
);
const THAI_LETTER = `[ก-ฮเแโใไ][ัิีึืุู]?[${TONES}${SILENT}]*[าะ]?`;
const THAI_APART = new RegExp(
  `(?<![ก-๎])(?:${THAI_LETTER}${APART}){2,}${THAI_LETTER}(?![ก-๎])`,
  'gu',
);

/** Lower case, and one way of writing each letter. */
const normalise = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\u200B-\u200D\u2060\uFEFF]/gu, '')
    .normalize('NFD')
    .replace(LATIN_MARKS, '')
    .replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter)
    .replace(STRAY_BLANK, '')
    // The dot below, which means nothing in Thai; a long ๅ for า; and แ typed as two.
    .replace(/\u0E3A/gu, '')
    .replace(/ๅ/gu, 'า')
    .replace(/เเ/gu, 'แ');

/** What stands in a line letter by letter, put together; nothing else of it. */
const apartWords = (text: string, pattern: RegExp): string =>
  [...text.matchAll(pattern)].map(([run]) => run.replace(ALL_APART, '')).join(' ');

/** Each letter as often as the word has it or oftener, and in any of its disguises. */
function latinPattern(word: string): RegExp {
  const stem = word.replace(/\*$/u, '');
  const letters = [...stem.matchAll(/(.)\1*/gu)].map(([run]) => {
    const letter = run.charAt(0);
    const shown = (DISGUISES[letter] ?? letter).replace(/[|$+]/gu, '\\$&');
    return `[${shown}]{${run.length},}`;
  });
  const endings = word.endsWith('*') ? '[a-z0-9]*' : '';
  return new RegExp(`(?<![a-z0-9])${letters.join('')}${endings}(?![a-z0-9])`, 'gu');
}

/** A Thai word in whole syllables, each letter once or oftener; its tone marks may be others or none. */
function thaiPattern(word: string): RegExp {
  const letters = [...word.matchAll(new RegExp(`([^${TONES}])([${TONES}]*)`, 'gu'))].map(
    ([, letter = '', tone = '']) => `${letter}+${tone === '' ? '' : `[${TONES}]*`}`,
  );
  const carried = `[ัาิีึืุู\\u0E4D${TONES}]`;
  return new RegExp(`(?<![เแโใไ])${letters.join('')}${SILENT}?(?!${carried})`, 'gu');
}

function isLatinHit(text: string, pattern: RegExp): boolean {
  for (const [hit] of text.matchAll(pattern)) {
    // 455 is a number, and 5555 laughs in Thai.
    if (/[a-z]/u.test(hit)) return true;
  }
  return false;
}

/** Where `part` stands in `text`. */
function* placesOf(text: string, part: string): Generator<number> {
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + 1)) yield at;
}

function isInside(text: string, at: number, end: number, words: readonly string[]): boolean {
  for (const word of words) {
    for (const start of placesOf(text, word)) {
      if (start <= at && end <= start + word.length) return true;
    }
  }
  return false;
}

function isThaiHit(text: string, pattern: RegExp, innocent: readonly string[]): boolean {
  for (const { index, 0: hit } of text.matchAll(pattern)) {
    if (!isInside(text, index, index + hit.length, innocent)) return true;
  }
  return false;
}

/** What is looked for: Thai words or Latin ones, the latter with `*` for any ending. */
export interface WordList {
  readonly banned: readonly string[];
  readonly innocent: readonly string[];
}

/** Why a word cannot be looked for, in words; `null`: it can. */
export function faultOfWord(word: string): string | null {
  const plain = normalise(word);
  if (THAI.test(plain)) {
    return /^[ก-๎]{2,}$/u.test(plain) ? null : 'a Thai word has two letters or more, and no others';
  }
  return /^[a-z]{3,}\*?$/u.test(plain)
    ? null
    : 'a Latin word has three letters or more, and may end with *';
}

/** A word in the one form that it is kept in. */
export const keptWord = (word: string): string => word.normalize('NFC').toLowerCase().trim();

/**
 * Makes the look for banned words; the list is read once.
 *
 * @example compileWords({ banned: ['damn*'], innocent: [] })('d4mnnn it') // true
 */
export function compileWords({ banned, innocent }: WordList): (text: string) => boolean {
  const isThai = (word: string): boolean => THAI.test(word);
  const isLatin = (word: string): boolean => !isThai(word);
  const thai = banned.filter(isThai).map((word) => thaiPattern(normalise(word)));
  const latin = banned.filter(isLatin).map((word) => latinPattern(normalise(word)));
  const allowedThai = innocent.filter(isThai).map(normalise);
  const allowedLatin = innocent.filter(isLatin).map((word) => latinPattern(normalise(word)));
  const withoutAllowed = (text: string): string =>
    allowedLatin.reduce((left, pattern) => left.replace(pattern, ' '), text);
  return (text) => {
    const plain = normalise(text);
    const latinViews = [plain, plain.replace(LATIN_GLUE, ''), apartWords(plain, LATIN_APART)].map(
      withoutAllowed,
    );
    const thaiViews = [plain, plain.replace(THAI_GLUE, ''), apartWords(plain, THAI_APART)];
    return (
      latin.some((word) => latinViews.some((view) => isLatinHit(view, word))) ||
      thai.some((word) => thaiViews.some((view) => isThaiHit(view, word, allowedThai)))
    );
  };
}
