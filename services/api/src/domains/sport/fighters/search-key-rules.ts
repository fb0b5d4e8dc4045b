import { normalizeText } from '@sangwian/contract/rules/normalize-text';

/** Of what a visitor types only so much is looked for. */
export const SEARCH_WORDS_MAX = 6;

const THAI = /[\u0E01-\u0E4E]/;
/** Tone marks, the short-vowel mark and the silencer: what people leave out, or put in another order. */
const TONES = /[\u0E47-\u0E4E]/g;
const FORMAT = /[\p{Cf}]/gu;

/** One way to write what can be typed in several: order and doubling of Thai vowels, width, case, digits. */
function tidy(text: string): string {
  return (
    normalizeText(text, 'NFKD')
      .replace(FORMAT, '')
      .toLowerCase()
      .replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50))
      // Two of เ look like แ; a circle and า are ำ, a tone mark between them or not.
      .replace(/เเ/g, 'แ')
      .replace(/ๅ/g, 'า')
      .replace(/ํ([่-๋]?)า/g, '$1ำ')
      .replace(/([่-๋])([ัิ-ู])/g, '$2$1')
      // Accents of Latin letters, which stand beside their letters now.
      .replace(/[\u0300-\u036f]/g, '')
  );
}

/** The words of a text: what stands between spaces and signs. */
const wordsOf = (text: string): string[] =>
  tidy(text)
    .replace(/[ฯๆ]/g, ' ')
    .replace(/['’ʼ]/g, '')
    .split(/[^\p{L}\p{M}\p{N}]+/u)
    .filter((word) => word !== '');

/** As it is spelled, without what is often left out: tone marks and silencers. */
const spellingOf = (word: string): string => word.replace(TONES, '');

/** Thai letters as they sound; those that end a syllable alike are one. */
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
    // Written or not, long or short: they are not looked at.
    '': 'ะัฺ',
  }).flatMap(([sound, letters]) => [...letters].map((letter) => [letter, sound])),
);

type Spellings = readonly (readonly [heard: RegExp, as: string])[];

/** Spellings that are heard otherwise than letter by letter; the first ones first. */
const THAI_SPELLINGS: Spellings = [
  // The word for a pupil, which so many gyms are called.
  [/ศิษ(?:ย์?)?/g, 'สิต'],
  // What is silenced, and the letter before it where both are: ศักดิ์, เมฆินทร์, ศาสตร์, ลักษณ์.
  [/(?:[ทตด](?=ร)|ษ(?=[ณม]))?[ก-ฮ][ิุ]?์/g, ''],
  [TONES, ''],
  [/เกียรติ?/g, 'เกียต'],
  // A vowel that is written before its consonant, and typed before or behind it.
  [/([เแโใไ])([ก-ฮ])/g, '$2$1'],
  [/พเชร/g, 'พเช'],
  [/[ไใ]ย|ัย/g, 'ไ'],
  [/ฤๅ|ฤ/g, 'รึ'],
  [/รร(?=[ก-ฮ])/g, ''],
  [/รร/g, 'น'],
  [/(?<!น)ทร(?=[างุูัิีึ])/g, 'ซ'],
  [/([ศสจ])ร(?=[ีิะาอู])/g, '$1'],
  // A leading ห only sets the tone of these.
  [/ห(?=[งญนมยรลว])/g, ''],
  // ชาติ, เหตุ, สิทธิ: a short vowel that nobody says.
  [/([ตถทธฒดณ])[ิุ]$/g, '$1'],
  [/ำ/g, 'าม'],
];

/** How Thai names are written in Latin letters, in all the ways that people do; the first ones first. */
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
  // Porn, Sor, Nakhorn: an English r that only makes the vowel long.
  [/([aeiou])r(?![aeiou])/g, '$1'],
  [/r/g, 'l'],
  [/h(?![aeiouy])/g, ''],
  // Vowels as they sound, the long spellings before the short ones.
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

const hear = (word: string, spellings: Spellings): string =>
  spellings.reduce((text, [heard, as]) => text.replace(heard, as), word);

/** In ASCII alone, so that any database compares it alike. */
function soundOf(word: string): string {
  const heard = THAI.test(word)
    ? [...hear(word, THAI_SPELLINGS)].map((letter) => SOUNDS[letter] ?? letter).join('')
    : hear(word, LATIN_SPELLINGS).replace(/8/g, 'g');
  return heard.replace(/[^a-z0-9]/g, '').replace(/(.)\1+/g, '$1');
}

/** A word that is looked for. */
export interface SearchWord {
  /** Letters, marks and digits alone. */
  readonly spelled: string;
  /** How it sounds, a to z and digits; empty where it is in other letters. */
  readonly sound: string;
}

/** The words of what somebody typed, each once. */
export function searchWords(typed: string): SearchWord[] {
  const words = [...new Set(wordsOf(typed))].slice(0, SEARCH_WORDS_MAX);
  return words.map((word) => ({ spelled: spellingOf(word), sound: soundOf(word) }));
}

/** What a search looks at: words between spaces, one before the first and after the last. */
export interface SearchText {
  readonly name_words: string;
  readonly place_words: string;
  readonly name_sounds: string;
  /** Of names, then of places. */
  readonly sounds: string;
}

/** How names sound as a whole, word by word and written as one, each once. */
export const startsOf = (names: readonly string[]): string[] => {
  const sounds = names.flatMap((name) => {
    const words = wordsOf(name);
    return [words.map(soundOf).join(''), soundOf(words.join(''))];
  });
  return [...new Set(sounds)].filter((sound) => sound !== '');
};

/** A text's words, and all of them in one, as people write them too. */
const writtenWords = (text: string): string[] => {
  const words = wordsOf(text);
  return words.length > 1 ? [...words, words.join('')] : words;
};

/** A silenced letter is left out or written without its mark: both are looked for. */
const soundsOf = (words: readonly string[]): string[] =>
  words.flatMap((word) => [soundOf(word), soundOf(word.replace(/์/g, ''))]);

const joined = (words: readonly string[]): string => {
  const known = [...new Set(words)].filter((word) => word !== '');
  return known.length === 0 ? '' : ` ${known.join(' ')} `;
};

/** Of shorter words everything is somewhat like them. */
export const NEAR_CHARS_MIN = 3;
const NEAR_CHARS_MAX = 100;
const LETTERS_A_CHANGE = 3;
const CHANGES_MAX = 3;

/** How many letters may be wrong, missing or too many in a word that sounds so, for it to be taken for another one. */
export const changesOf = (sound: string): number =>
  Math.min(CHANGES_MAX, Math.floor(sound.length / LETTERS_A_CHANGE));

/** The words by which a misspelled one may be meant, as they sound, each once. */
export const knownSounds = (texts: readonly string[]): string[] => {
  const sounds = soundsOf(texts.flatMap(writtenWords));
  return [...new Set(sounds)].filter(
    ({ length }) => length >= NEAR_CHARS_MIN && length <= NEAR_CHARS_MAX,
  );
};

/** What is kept of a fighter for the search. */
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
