import { normalizeText } from '@sangwian/contract/rules/normalize-text';
import { WordMatcher } from './word-matcher.ts';
import { WordSieve } from './word-sieve.ts';

/**
 * Matches banned and watched words in any disguise, except inside innocent words.
 *
 * Latin words match only as whole words, so "class" contains no banned word. A `*` at the end matches any
 * ending. Letters may be repeated, replaced by digits and symbols, or separated one by one. Neighbouring
 * words ("as soon", "who're") are never joined.
 *
 * Thai has no spaces between words, so a word matches anywhere, with four restrictions:
 *
 * - A hit begins and ends with a syllable. After a leading vowel, or before a mark on its last consonant, a hit only
 *   shares letters with other syllables.
 * - A tone mark may be missing or changed, which is the most common disguise. It may not be added where the word has
 *   none ("แต่ด้วย" is two other words).
 * - Spaces are ignored only if every letter is separate, so neighbouring phrases never form a word.
 * - A hit inside a listed innocent word ("เหี่ยว", to wither) does not count.
 */

/** The characters that can stand for each Latin letter. */
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
/** Cyrillic and Greek letters that look like Latin letters. */
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
/** Tone marks and the sign of a short vowel. */
const TONES = '\u0E47\u0E48\u0E49\u0E4A\u0E4B';
const SILENT = '\u0E4C';
const MARKS = new RegExp(`[${TONES}${SILENT}]`, 'gu');
const THAI = /[ก-๎]/u;
/** Punctuation between the letters of one word. Spaces and the apostrophe of "who're" do not count. */
const LATIN_GLUE = /(?<=[a-z0-9@$!])[._\-*~|/\\·•+]+(?=[a-z0-9@$!])/gu;
const THAI_GLUE = /(?<=[ก-๎])[._\-*~|/\\·•+]+(?=[ก-๎])/gu;
/** A Thai mark belongs to the letter before it, so a space between them is a disguise. */
const STRAY_SPACE = /(?<=[ก-ฮ])\s+(?=[ัิีึืุู็-๎])/gu;
const SEPARATORS = '[\\s._\\-*~|/\\\\·•+,]+';
const ALL_SEPARATORS = new RegExp(SEPARATORS, 'gu');
const LATIN_SPACED = new RegExp(
  `(?<![a-z0-9])(?:[a-z0-9@$!]${SEPARATORS}){2,}[a-z0-9@$!](?![a-z0-9])`,
  'gu',
);
const THAI_LETTER = `[ก-ฮเแโใไ][ัิีึืุู]?[${TONES}${SILENT}]*[าะ]?`;
const THAI_SPACED = new RegExp(
  `(?<![ก-๎])(?:${THAI_LETTER}${SEPARATORS}){2,}${THAI_LETTER}(?![ก-๎])`,
  'gu',
);

/** Converts a text to lower case and to one form of each letter. */
const normalise = (text: string): string =>
  normalizeText(
    normalizeText(text, 'NFKC')
      .toLowerCase()
      .replace(/[\u200B-\u200D\u2060\uFEFF]/gu, ''),
    'NFD',
  )
    .replace(LATIN_MARKS, '')
    .replace(LOOKALIKE, (letter) => LOOKALIKES[letter] ?? letter)
    .replace(STRAY_SPACE, '')
    // Removes the dot below, which has no meaning in Thai. Replaces ๅ by า, and เเ by แ.
    .replace(/\u0E3A/gu, '')
    .replace(/ๅ/gu, 'า')
    .replace(/เเ/gu, 'แ');

/** Returns only the words of a line that are spelled letter by letter, with their letters joined. */
const joinSpacedWords = (text: string, pattern: RegExp): string =>
  [...text.matchAll(pattern)].map(([run]) => run.replace(ALL_SEPARATORS, '')).join(' ');

const LATIN = 'abcdefghijklmnopqrstuvwxyz0123456789';
const isLatinAt = (text: string, at: number): boolean => LATIN.includes(text.charAt(at) || ' ');

/** Matches a Latin word whose letters may be disguised or repeated. */
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

/** Vowels that are written before their consonant. A hit right after such a vowel would begin within a syllable. */
const LEADING_VOWELS = 'เแโใไ';
/** Vowels and marks that follow a consonant. A hit right before such a mark would end within a syllable. */
const TRAILING_MARKS = `ัาิีึืุู\u0E4D${TONES}`;

/** Matches a Thai word in whole syllables. Letters may be repeated, and tone marks changed or missing. */
function thaiMatcher(word: string): WordMatcher {
  const isTone = (letter: string): boolean => TONES.includes(letter);
  const steps = [...word]
    // Consecutive tone marks match as one mark.
    .filter((letter, index) => !(isTone(letter) && isTone(word[index - 1] ?? ' ')))
    .map((letter) =>
      isTone(letter)
        ? { letters: TONES, repeats: true, optional: true }
        : { letters: letter, repeats: true },
    );
  return new WordMatcher({
    steps: [...steps, { letters: SILENT, optional: true }],
    mayBegin: (text, at) => !LEADING_VOWELS.includes(text[at - 1] ?? ' '),
    mayEnd: (text, at) => !TRAILING_MARKS.includes(text[at] ?? ' '),
  });
}

const hasLetter = (text: string): boolean => /[a-z]/u.test(text);

/** Returns for each position of a text the furthest end of all words that begin at or before it. */
function wordReach(text: string, words: readonly string[]): readonly number[] {
  const reach = Array<number>(text.length).fill(0);
  for (const word of words) {
    for (let at = text.indexOf(word); at !== -1; at = text.indexOf(word, at + 1)) {
      reach[at] = Math.max(reach[at] ?? 0, at + word.length);
    }
  }
  for (const [at, end] of reach.entries()) reach[at] = Math.max(end, reach[at - 1] ?? 0);
  return reach;
}

function removeHits(text: string, matcher: WordMatcher): string {
  let left = '';
  let from = 0;
  for (const { start, end } of matcher.hits(text)) {
    left += `${text.slice(from, start)} `;
    from = end;
  }
  return left + text.slice(from);
}

/** Thai words, and Latin words in which a final `*` matches any ending. */
export interface WordList {
  readonly banned: readonly string[];
  /** Words that hold a line for review. */
  readonly watched?: readonly string[];
  readonly innocent: readonly string[];
}

/** The listed word that a text contains. A banned word is found before a watched word. */
export interface WordHit {
  readonly kind: 'banned' | 'watched';
  readonly word: string;
}

/** Returns why a word cannot be matched safely; `null` if it can. */
export function wordProblem(word: string): string | null {
  const plain = normalise(word);
  if (THAI.test(plain)) {
    return /^[ก-๎]{2,}$/u.test(plain) ? null : 'a Thai word has two letters or more, and no others';
  }
  return /^[a-z]{3,}\*?$/u.test(plain)
    ? null
    : 'a Latin word has three letters or more, and may end with *';
}

export const normalizeWord = (word: string): string =>
  normalizeText(word, 'NFC').toLowerCase().trim();

/** Returns the listed word that a text contains, or `undefined`. */
type WordFinder = (view: string) => string | undefined;

/** Compiles Latin words. Innocent words must have been removed from the text. */
function compileLatin(listed: readonly string[]): WordFinder {
  const words = listed.map(normalise);
  const sieve = new WordSieve(
    words.map((word) => [...word.replace(/\*$/u, '')].map((letter) => DISGUISES[letter] ?? letter)),
  );
  const matchers = words.map(latinMatcher);
  const isHit = (view: string, word: number): boolean =>
    // A hit without a letter does not count: 455 is a number, and 5555 is laughter in Thai.
    [...(matchers[word]?.hits(view) ?? [])].some(({ start, end }) =>
      hasLetter(view.slice(start, end)),
    );
  return (view) => listed[sieve.candidates(view).find((word) => isHit(view, word)) ?? -1];
}

/** Compiles Thai words. Hits inside innocent words do not count. */
function compileThai(listed: readonly string[], innocent: readonly string[]): WordFinder {
  const words = listed.map(normalise);
  const sieve = new WordSieve(words.map((word) => [...word.replace(MARKS, '')]));
  const matchers = words.map(thaiMatcher);
  return (view) => {
    const candidates = sieve.candidates(view.replace(MARKS, ''));
    if (candidates.length === 0) return undefined;
    const reach = wordReach(view, innocent);
    const found = candidates.find((word) =>
      [...(matchers[word]?.hits(view) ?? [])].some(({ start, end }) => (reach[start] ?? 0) < end),
    );
    return listed[found ?? -1];
  };
}

/** The variants of a text that are searched for words. */
interface TextViews {
  readonly latin: readonly string[];
  readonly thai: readonly string[];
}

function viewsOf(text: string, allowed: readonly WordMatcher[]): TextViews {
  const plain = normalise(text);
  // A set, because most lines have three equal variants.
  const latin = new Set([
    plain,
    plain.replace(LATIN_GLUE, ''),
    joinSpacedWords(plain, LATIN_SPACED),
  ]);
  const thai = new Set([plain, plain.replace(THAI_GLUE, ''), joinSpacedWords(plain, THAI_SPACED)]);
  return { latin: [...latin].map((view) => allowed.reduce(removeHits, view)), thai: [...thai] };
}

const isThai = (word: string): boolean => THAI.test(word);
const isLatin = (word: string): boolean => !isThai(word);

function compileKind(
  words: readonly string[],
  innocent: readonly string[],
): (views: TextViews) => string | undefined {
  if (words.length === 0) return () => undefined;
  const latin = compileLatin(words.filter(isLatin));
  const thai = compileThai(words.filter(isThai), innocent);
  const firstIn = (views: readonly string[], find: WordFinder): string | undefined => {
    for (const view of views) {
      const found = find(view);
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return (views) => firstIn(views.latin, latin) ?? firstIn(views.thai, thai);
}

/**
 * Compiles a list of words into a function that returns the banned or watched word of a text, or `null`.
 *
 * @example compileWordList({ banned: ['damn*'], innocent: [] })('d4mnnn it') // { kind: 'banned', word: 'damn*' }
 */
export function compileWordList(list: WordList): (text: string) => WordHit | null {
  const innocent = list.innocent.filter(isThai).map(normalise);
  const allowed = list.innocent.filter(isLatin).map((word) => latinMatcher(normalise(word)));
  const findBanned = compileKind(list.banned, innocent);
  const findWatched = compileKind(list.watched ?? [], innocent);
  return (text) => {
    const views = viewsOf(text, allowed);
    const banned = findBanned(views);
    if (banned !== undefined) return { kind: 'banned', word: banned };
    const watched = findWatched(views);
    return watched === undefined ? null : { kind: 'watched', word: watched };
  };
}
