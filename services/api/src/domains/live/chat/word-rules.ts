import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { WordMatcher } from './word-matcher.ts';
import { WordSieve } from './word-sieve.ts';

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
const TONES = '\u0E47\u0E48\u0E49\u0E4A\u0E4B';
const SILENT = '\u0E4C';
const MARKS = new RegExp(`[${TONES}${SILENT}]`, 'gu');
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
  normalizeText(
    normalizeText(text, 'NFKC')
      .toLowerCase()
      .replace(/[\u200B-\u200D\u2060\uFEFF]/gu, ''),
    'NFD',
  )
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

const LATIN = 'abcdefghijklmnopqrstuvwxyz0123456789';
const isLatinAt = (text: string, at: number): boolean => LATIN.includes(text.charAt(at) || ' ');

/** Each letter as often as the word has it or oftener, and in any of its disguises. */
function latinMatcher(word: string): WordMatcher {
  const stem = word.replace(/\*$/u, '');
  const steps = [...stem].map((letter, index) => ({
    letters: DISGUISES[letter] ?? letter,
    repeats: stem[index + 1] !== letter,
  }));
  const ending = { letters: LATIN, repeats: true, optional: true };
  return new WordMatcher({
    steps: word.endsWith('*') ? [...steps, ending] : steps,
    mayBegin: (text, at) => !isLatinAt(text, at - 1),
    mayEnd: (text, at) => !isLatinAt(text, at),
  });
}

/** Vowels before their consonant: a hit behind one would begin in the middle of a syllable. */
const LEADING_VOWELS = 'เแโใไ';
/** Signs that the last consonant of a hit would carry. */
const CARRIED = `ัาิีึืุู\u0E4D${TONES}`;

/** A Thai word in whole syllables, each letter once or oftener; its tone marks may be others or none. */
function thaiMatcher(word: string): WordMatcher {
  const isTone = (letter: string): boolean => TONES.includes(letter);
  const steps = [...word]
    // Of tone marks in a row one stands for all.
    .filter((letter, index) => !(isTone(letter) && isTone(word[index - 1] ?? ' ')))
    .map((letter) =>
      isTone(letter)
        ? { letters: TONES, repeats: true, optional: true }
        : { letters: letter, repeats: true },
    );
  return new WordMatcher({
    steps: [...steps, { letters: SILENT, optional: true }],
    mayBegin: (text, at) => !LEADING_VOWELS.includes(text[at - 1] ?? ' '),
    mayEnd: (text, at) => !CARRIED.includes(text[at] ?? ' '),
  });
}

const holdsLetter = (text: string): boolean => /[a-z]/u.test(text);

/** For every place of a text: how far the words reach that begin there or before. */
function reachOf(text: string, words: readonly string[]): readonly number[] {
  const reach = Array<number>(text.length).fill(0);
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      reach[at] = Math.max(reach[at] ?? 0, at + word.length);
    }
  }
  for (const [at, end] of reach.entries()) reach[at] = Math.max(end, reach[at - 1] ?? 0);
  return reach;
}

/** A text without the hits of a word. */
function without(text: string, matcher: WordMatcher): string {
  let left = '';
  let from = 0;
  for (const { start, end } of matcher.hits(text)) {
    left += `${text.slice(from, start)} `;
    from = end;
  }
  return left + text.slice(from);
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
export const keptWord = (word: string): string => normalizeText(word, 'NFC').toLowerCase().trim();

type Look = (view: string) => boolean;

/** Looks for Latin words in a text from which innocent ones were taken out. */
function compileLatin(words: readonly string[]): Look {
  const sieve = new WordSieve(
    words.map((word) => [...word.replace(/\*$/u, '')].map((letter) => DISGUISES[letter] ?? letter)),
  );
  const matchers = words.map(latinMatcher);
  const isHit = (view: string, word: number): boolean =>
    // 455 is a number, and 5555 laughs in Thai.
    [...(matchers[word]?.hits(view) ?? [])].some(({ start, end }) =>
      holdsLetter(view.slice(start, end)),
    );
  return (view) => sieve.candidates(view).some((word) => isHit(view, word));
}

/** Looks for Thai words; those inside of innocent ones are none. */
function compileThai(words: readonly string[], innocent: readonly string[]): Look {
  const sieve = new WordSieve(words.map((word) => [...word.replace(MARKS, '')]));
  const matchers = words.map(thaiMatcher);
  return (view) => {
    const candidates = sieve.candidates(view.replace(MARKS, ''));
    if (candidates.length === 0) return false;
    const reach = reachOf(view, innocent);
    return candidates.some((word) =>
      [...(matchers[word]?.hits(view) ?? [])].some(({ start, end }) => (reach[start] ?? 0) < end),
    );
  };
}

/**
 * Makes the look for banned words; the list is read once.
 *
 * @example compileWords({ banned: ['damn*'], innocent: [] })('d4mnnn it') // true
 */
export function compileWords({ banned, innocent }: WordList): (text: string) => boolean {
  const isThai = (word: string): boolean => THAI.test(word);
  const isLatin = (word: string): boolean => !isThai(word);
  const thai = compileThai(
    banned.filter(isThai).map(normalise),
    innocent.filter(isThai).map(normalise),
  );
  const latin = compileLatin(banned.filter(isLatin).map(normalise));
  const allowed = innocent.filter(isLatin).map((word) => latinMatcher(normalise(word)));
  return (text) => {
    const plain = normalise(text);
    // Most lines hold nothing set apart, and are looked at once.
    const latinViews = new Set([
      plain,
      plain.replace(LATIN_GLUE, ''),
      apartWords(plain, LATIN_APART),
    ]);
    const thaiViews = new Set([plain, plain.replace(THAI_GLUE, ''), apartWords(plain, THAI_APART)]);
    return (
      [...latinViews].some((view) => latin(allowed.reduce(without, view))) ||
      [...thaiViews].some(thai)
    );
  };
}
