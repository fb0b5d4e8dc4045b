import { describe, expect, it, test } from 'vitest';
import {
  knownSounds,
  maxChanges,
  SEARCH_WORDS_MAX,
  searchText,
  searchWords,
} from './search-key-rules.ts';

const sound = (typed: string): string =>
  searchWords(typed)
    .map((word) => word.sound)
    .join(' ');
const spelled = (typed: string): string =>
  searchWords(typed)
    .map((word) => word.spelled)
    .join(' ');

describe('two spellings sound the same:', () => {
  test.each([
    // Consonants with the same sound.
    ['เวต', 'เวท'],
    ['เวต', 'เวธ'],
    ['มณี', 'มนี'],
    ['ศร', 'สร'],
    ['เสือ', 'เศือ'],
    ['ภูผา', 'พูผา'],
    ['ญาณ', 'ยาน'],
    ['ฬ่อ', 'ล่อ'],
    ['ฟ้า', 'ฝ่า'],
    ['ครุฑ', 'ครุด'],
    // Tone marks in another order or left out.
    ['เพชรน้ำหนึ่ง', 'เพชรนำหนึง'],
    ['น้ำ', 'นํ้า'],
    ['น้ำ', 'น้ํา'],
    ['กี่', 'ก่ี'],
    ['เหล็ก', 'เหลก'],
    // Vowels, as people type them.
    ['แดง', 'เเดง'],
    ['เพชร', 'เพช'],
    ['ไทย', 'ใทย'],
    ['ชัย', 'ไช'],
    ['สิงห์', 'สีง'],
    ['ขุนศึก', 'ขุนสึก'],
    ['ลูก', 'ลุก'],
    // Silent letters.
    ['สิงห์', 'สิง'],
    ['เมฆินทร์', 'เมฆิน'],
    ['ศักดิ์', 'สัก'],
    ['ศิษย์', 'สิด'],
    ['ศิษย์', 'ศิษ'],
    ['รัตน์', 'รัต'],
    ['เกียรติ', 'เกียต'],
    ['หมอก', 'มอก'],
    ['หนึ่ง', 'นึง'],
    ['ทราย', 'ซาย'],
    ['ศรี', 'สี'],
    ['เพชร', 'เพ็ชร'],
    ['วุฒิ', 'วุด'],
    // Digits, upper and lower case, character width, invisible characters.
    ['๑๒', '12'],
    ['ＰＨＥＴ', 'phet'],
    ['ก้อง\u200bธรณี', 'กองธรณี'],
    // Latin letters.
    ['Phetnamnueng', 'Petchnamneung'],
    ['Phet', 'Petch'],
    ['Singdam', 'Singhdam'],
    ['Kaew', 'Kaeo'],
    ['Kaew', 'Keaw'],
    ['Suea', 'Seua'],
    ['Suea', 'Sua'],
    ['Thong', 'Tong'],
    ['Khunsuek', 'Kunseuk'],
    ['Sor', 'So'],
    ['Nakhorn', 'Nakon'],
    ['Chai', 'Chay'],
    ['Chon Buri', 'Chon Buree'],
    ['Rambaa', 'Lamba'],
    ['Daeng', 'Deang'],
    ['Khao', 'Kaw'],
    ['Wichai', 'Vichai'],
    ['Noël', 'Noel'],
  ])('%s and %s', (one, other) => {
    expect(sound(one)).not.toBe('');
    expect(sound(one)).toBe(sound(other));
  });
});

describe('two names sound different:', () => {
  test.each([
    ['แดง', 'ดำ'],
    ['เสือ', 'สิงห์'],
    ['ก้อง', 'กาง'],
    ['มด', 'หมู'],
    ['Dam', 'Daeng'],
    ['Chang', 'Sang'],
    ['Yak', 'Yot'],
  ])('%s and %s', (one, other) => {
    expect(sound(one)).not.toBe(sound(other));
  });
});

describe('a search query', () => {
  it('is split into distinct words without punctuation, up to the limit', () => {
    expect(spelled('  ส.บ้านนาเรือง, (ขอนแก่น)! ')).toBe('ส บานนาเรือง ขอนแกน');
    expect(spelled('แดง แดง')).toBe('แดง');
    expect(spelled("O'Neil")).toBe('oneil');
    expect(searchWords('a b c d e f g h')).toHaveLength(SEARCH_WORDS_MAX);
    expect(searchWords(' .!?%_ ')).toEqual([]);
  });

  it('may contain letters that have no sound', () => {
    expect(searchWords('拳')).toEqual([{ spelled: '拳', sound: '' }]);
  });

  it('never contains wildcards of SQL patterns', () => {
    for (const typed of ['%', '_', '\\', "'; drop", 'ก%ข_ค\\', '\ud800', '💥', '\u0e31\u0e31']) {
      for (const word of searchWords(typed)) {
        expect(word.spelled).toMatch(/^[\p{L}\p{M}\p{N}]*$/u);
        expect(word.sound).toMatch(/^[a-z0-9]*$/);
      }
    }
  });
});

describe('the search index of a fighter', () => {
  const text = searchText(['เมฆินทร์', 'Mekhin'], ['Sit Por Khao']);

  it('contains each word, and all words joined', () => {
    expect(text.name_words).toBe(' เมฆินทร mekhin ');
    expect(text.place_words).toBe(' sit por khao sitporkhao ');
  });

  it('contains silenced letters, both kept and left out', () => {
    for (const typed of ['เมฆินทร์', 'เมฆิน', 'เมคินทร']) {
      expect(text.name_sounds).toContain(` ${sound(typed)}`);
    }
  });

  it('lists the sounds of names before those of places', () => {
    expect(text.sounds.startsWith(text.name_sounds.trimEnd())).toBe(true);
    expect(text.sounds).toContain(` ${sound('sitporkhao')} `);
  });
});

test.each([
  ['ko', 0],
  ['kon', 1],
  ['sikon', 1],
  ['petnam', 2],
  ['petnamnqg', 3],
  ['petnamnqgsitpokaw', 3],
])('allows for "%s" %i wrong letters', (typed, changes) => {
  expect(maxChanges(typed)).toBe(changes);
});

test('returns the distinct sounds of words and of the joined name, except short ones', () => {
  expect(knownSounds(['Sit Por Khao', 'ศิษย์พ่อขาว', 'Po'])).toEqual(['sit', 'sitpoko', 'sitpokaw']);
});
