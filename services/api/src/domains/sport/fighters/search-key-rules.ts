import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Maximum number of words in a query. Further words are ignored. */
export const SEARCH_WORDS_MAX = 6;

const THAI = /[\u0E01-\u0E4E]/;
/** Tone marks, the short-vowel mark and the silencer (thanthakhat), which people leave out or type in another order. */
const TONES = /[\u0E47-\u0E4E]/g;
const FORMAT = /[\p{Cf}]/gu;

/** Normalizes a spelling: order and doubling of Thai vowels, character width, case, digits. */
function normalizeSpelling(text: string): string {
  return (
    normalizeText(text, 'NFKD')
      .replace(FORMAT, '')
      .toLowerCase()
      .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
      // Two of เ look like แ. A circle and า look like ำ, with or without a tone mark between them.
      .replace(/เเ/g, 'แ')
      .replace(/ๅ/g, 'า')
      .replace(/ํ([่-๋]?)า/g, '$1ำ')
      .replace(/([่-๋])([ัิ-ู])/g, '$2$1')
      // Removes the combining accents of Latin letters.
      .replace(/[\u0300-\u036f]/g, '')
  );
}

/** Splits a text into words at spaces and punctuation. */
const wordsOf = (text: string): string[] =>
  normalizeSpelling(text)
    .replace(/[ฯๆ]/g, ' ')
    .replace(/['’ʼ]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** Returns the spelling of a word without tone marks and silencers, which people often leave out. */
const spellingOf = (word: string): string => word.replace(TONES, '');

/** The Thai letters by sound. Letters that sound the same at the end of a syllable share a sound. */
const SOUNDS: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries({
    k: 'กขฃคฅฆ',
    g: 'ง',
    j: 'จฉชฌ',
    s: 'ซศษส',
    y: 'ญย',
    t: 'ฎฏฐฑฒดตถทธ',
    n: 'ณน',
    p: 'บปผพภ',
    f: 'ฝฟ',
    m: 'ม',
    l: 'รลฬ',
    w: 'ว',
    h: 'หฮ',
    o: 'อ',
    e: 'เ',
    x: 'แ',
    u: 'โ',
    i: 'ิี',
    q: 'ึื',
    v: 'ุู',
    a: 'า',
    z: 'ไใ',
    // These letters have no sound here, since people often leave them out.
    '': 'ะัฺ',
  }).flatMap(([sound, letters]) => [...letters].map((letter) => [letter, sound])),
);

type Spellings = readonly (readonly [heard: RegExp, as: string])[];

/** Replacements for irregular Thai spellings. The order matters. */
const THAI_SPELLINGS: Spellings = [
  // The word for "pupil", which many gym names contain.
  [/ศิษ(?:ย์?)?/g, 'สิต'],
  // Removes letters with a silencer, and the silent letter before them: ศักดิ์, เมฆินทร์, ศาสตร์, ลักษณ์.
  [/(?:[ทตด](?=ร)|ษ(?=[ณม]))?[ก-ฮ][ิุ]?์/g, ''],
  [TONES, ''],
  [/เกียรติ?/g, 'เกียต'],
  // Moves a vowel that is written before its consonant behind it, since people type it before or after.
  [/([เแโใไ])([ก-ฮ])/g, '$2$1'],
  [/พเชร/g, 'พเช'],
  [/[ไใ]ย|ัย/g, 'ไ'],
  [/ฤๅ|ฤ/g, 'รึ'],
  [/รร(?=[ก-ฮ])/g, ''],
  [/รร/g, 'น'],
  [/(?<!น)ทร(?=[างุูัิีึ])/g, 'ซ'],
  [/([ศสจ])ร(?=[ีิะาอู])/g, '$1'],
  // A leading ห before these letters only changes the tone.
  [/ห(?=[งญนมยรลว])/g, ''],
  // Removes a silent short vowel at the end: ชาติ, เหตุ, สิทธิ.
  [/([ตถทธฒดณ])[ิุ]$/g, '$1'],
  [/ำ/g, 'าม'],
];

/** Replacements for common romanizations of Thai names. The order matters. */
const LATIN_SPELLINGS: Spellings = [
  [/tch/g, 't'],
  [/ch|sh/g, 'j'],
  [/c/g, 'k'],
  [/x/g, 'ks'],
  [/q/g, 'k'],
  [/ph|bh/g, 'p'],
  [/([kgtds])h/g, '$1'],
  [/ng/g, '8'],
  [/g/g, 'k'],
  [/d/g, 't'],
  [/b/g, 'p'],
  [/v/g, 'w'],
  [/z/g, 's'],
  // In Porn, Sor and Nakhorn, the r only lengthens the vowel.
  [/([aeiou])r(?![aeiou])/g, '$1'],
  [/r/g, 'l'],
  [/h(?![aeiouy])/g, ''],
  // The vowels by sound. Long spellings come before short ones.
  [/uea|eua|ua/g, 'v'],
  [/eaw|aew|aeo/g, 'x'],
  [/eu|ue|oo|ou|uu/g, 'u'],
  [/ae|ea|oe|eo/g, 'e'],
  [/ee|ii|ie|ia/g, 'i'],
  [/a[ouw]|o[aw]/g, 'o'],
  [/[ae][iy]/g, 'z'],
  [/y/g, 'i'],
  [/w(?![aeiouvxz])/g, 'o'],
];

const applySpellings = (word: string, spellings: Spellings): string =>
  spellings.reduce((text, [heard, as]) => text.replace(heard, as), word);

/** Returns the sound of a word in ASCII, which all collations compare in the same way. */
function soundOf(word: string): string {
  const heard = THAI.test(word)
    ? [...applySpellings(word, THAI_SPELLINGS)].map((letter) => SOUNDS[letter] ?? letter).join('')
    : applySpellings(word, LATIN_SPELLINGS).replace(/8/g, 'g');
  return heard.replace(/[^a-z0-9]/g, '').replace(/(.)\1+/g, '$1');
}

export interface SearchWord {
  /** Contains only letters, marks and digits. */
  readonly spelled: string;
  /** Contains only a to z and digits. Empty for other scripts than Thai and Latin. */
  readonly sound: string;
}

export function searchWords(typed: string): SearchWord[] {
  const words = [...new Set(wordsOf(typed))].slice(0, SEARCH_WORDS_MAX);
  return words.map((word) => ({ spelled: spellingOf(word), sound: soundOf(word) }));
}

/** The search index of a fighter. Words are separated by spaces, with a space at both ends. */
export interface SearchText {
  readonly name_words: string;
  readonly place_words: string;
  readonly name_sounds: string;
  /** The sounds of names, followed by the sounds of places. */
  readonly sounds: string;
}

/**
 * Returns the distinct sounds of whole names. The sound of a name may differ if its words are joined before the
 * conversion, so both are returned.
 */
export const startsOf = (names: readonly string[]): string[] => {
  const sounds = names.flatMap((name) => {
    const words = wordsOf(name);
    return [words.map(soundOf).join(''), soundOf(words.join(''))];
  });
  return [...new Set(sounds)].filter((sound) => sound !== '');
};

/** Returns the words of a text and, if there are several, all words joined. */
const writtenWords = (text: string): string[] => {
  const words = wordsOf(text);
  return words.length > 1 ? [...words, words.join('')] : words;
};

/** Returns the sounds of words, both with and without silenced letters. */
const soundsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => [soundOf(word), soundOf(word.replace(/์/g, ''))]);

const joined = (words: readonly string[]): string => {
  const known = [...new Set(words)].filter((word) => word !== '');
  return known.length === 0 ? '' : ` ${known.join(' ')} `;
};

/** Shorter words are too similar to many others. */
export const NEAR_CHARS_MIN = 3;
const NEAR_CHARS_MAX = 100;
const LETTERS_A_CHANGE = 3;
const CHANGES_MAX = 3;

/** Returns how many letters of a sound may be wrong, missing or extra in a similar sound. */
export const maxChanges = (sound: string): number =>
  Math.min(CHANGES_MAX, Math.floor(sound.length / LETTERS_A_CHANGE));

/** Returns the distinct sounds with which misspelled words are compared. */
export const knownSounds = (texts: readonly string[]): string[] => {
  const sounds = soundsOf(texts.flatMap(writtenWords));
  return [...new Set(sounds)].filter(
    ({ length }) => length >= NEAR_CHARS_MIN && length <= NEAR_CHARS_MAX,
  );
};

export function searchText(names: readonly string[], places: readonly string[]): SearchText {
  const [nameWords, placeWords] = [names.flatMap(writtenWords), places.flatMap(writtenWords)];
  const [nameSounds, placeSounds] = [soundsOf(nameWords), soundsOf(placeWords)];
  return {
    name_words: joined(nameWords.map(spellingOf)),
    place_words: joined(placeWords.map(spellingOf)),
    name_sounds: joined(nameSounds),
    sounds: joined([...nameSounds, ...placeSounds]),
  };
}
