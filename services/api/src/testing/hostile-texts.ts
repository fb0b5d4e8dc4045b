/** Creates a text of `units` code units that is slow for some kind of text processing. */
export type HostileText = (units: number) => string;

const repeat =
  (part: string, { before = '', after = '' } = {}): HostileText =>
  (units) => {
    const inside = Math.max(0, units - before.length - after.length);
    const text = part.repeat(Math.ceil(inside / part.length)).slice(0, inside);
    // The text must not end with half of a surrogate pair, because that is a different test.
    return `${before}${text.isWellFormed() ? text : `${text.slice(0, -1)}a`}${after}`.slice(
      0,
      units,
    );
  };

/** The first half repeats one character, the second half another. */
const halves =
  (first: string, second: string): HostileText =>
  (units) =>
    `a${first.repeat(Math.floor((units - 1) / 2))}${second.repeat(Math.ceil((units - 1) / 2))}`;

/**
 * Repeated characters that are slow to process: a pattern may restart at each of them, two parts of a pattern may both
 * match them, normalisation sorts or expands them, or they slow down grapheme segmentation.
 */
export const HOSTILE_TEXTS: Readonly<Record<string, HostileText>> = {
  'tag characters behind a flag': repeat('\u{E0061}', { before: '\u{1F3F4}' }),
  'tag characters': repeat('\u{E0061}', { before: 'a' }),
  'marks in two runs of different classes': halves('\u0301', '\u0316'),
  'marks of different classes by turns': repeat('\u0301\u0316', { before: 'a' }),
  'Thai marks': repeat('\u0E48', { before: 'ก' }),
  'letters with marks': repeat('ก\u0316\u0301\u0316\u0301'),
  'signs that are sentences': repeat('\uFDFA'),
  'signs that are words': repeat('\u3316'),
  joiners: repeat('\u200D', { before: 'a', after: 'a' }),
  'joined pictures': repeat('👩\u200D', { after: 'a' }),
  'halves of flags': repeat('\u{1F1F9}'),
  'syllables of Hangul': repeat('\u1100\u1161\u11A8'),
  blanks: repeat(' ', { before: 'a', after: 'a' }),
  'blanks behind a word': repeat(' ', { before: 'line' }),
  'invisible letters': repeat('\u200B'),
  'letters and hyphens': repeat('a-'),
  'letters and dots': repeat('a.'),
  'letters and at signs': repeat('a@'),
  letters: repeat('a'),
  digits: repeat('1'),
  'digits and dots': repeat('1.'),
  'signs that stand for letters': repeat('!|'),
  'one sign that stands for a letter': repeat('$'),
  slashes: repeat('/', { before: '/', after: 'a' }),
  'encoded slashes': repeat('%2f', { before: '/', after: 'a' }),
  quotes: repeat('"', { before: 'a' }),
  apostrophes: repeat("a'"),
  'brackets that open': repeat('(', { after: 'a' }),
  'angle brackets': repeat('<'),
  'equals signs': repeat('=', { after: 'a' }),
  commas: repeat(','),
  'ends of lines': repeat('\r\n', { after: 'a' }),
  'one Thai letter': repeat('ค'),
  'Thai letters apart': repeat('ค ', { after: 'คค' }),
  'silenced Thai letters': repeat('ก์'),
  'Thai vowels before their letter': repeat('เ', { after: 'ก' }),
  'names of a browser': repeat('Version/1 ', { before: 'Mozilla/5.0 ' }),
  'a word and a blank': repeat('h ', { after: 'x' }),
  'halves of pairs': (units) => '\uD83D'.repeat(units),
};

/** Creates a text of `units` code units like the texts of ordinary fans. */
export const harmlessText: HostileText = repeat('แดงชนะแน่นอนครับ what a round ');
