import { describe, expect, it, test } from 'vitest';
import {
  changesOf,
  knownSounds,
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

describe('two spellings sound alike:', () => {
  test.each([
    // Consonants of one sound.
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
    // Tone marks, in any order or left out.
    ['เพชรน้ำหนึ่ง', 'เพชรนำหนึง'],
    ['น้ำ', 'นํ้า'],
    ['น้ำ', 'น้ํา'],
    ['กี่', 'ก่ี'],
    ['เหล็ก', 'เหลก'],
    // Vowels as they are typed.
    ['แดง', 'เเดง'],
    ['เพชร', 'เพช'],
    ['ไทย', 'ใทย'],
    ['ชัย', 'ไช'],
    ['สิงห์', 'สีง'],
    ['ขุนศึก', 'ขุนสึก'],
    ['ลูก', 'ลุก'],
    // What is written and not said.
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
    // Digits, case, width, invisible letters.
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

describe('two names stay two:', () => {
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

describe('what is typed', () => {
  it('is words without signs, each once, and not too many', () => {
    expect(spelled('  ส.บ้านนาเรือง, (ขอนแก่น)! ')).toBe('ส บานนาเรือง ขอนแกน');
    expect(spelled('แดง แดง')).toBe('แดง');
    expect(spelled("O'Neil")).toBe('oneil');
    expect(searchWords('a b c d e f g h')).toHaveLength(SEARCH_WORDS_MAX);
    expect(searchWords(' .!?%_ ')).toEqual([]);
  });

  it('can be in letters that have no sound here', () => {
    expect(searchWords('拳')).toEqual([{ spelled: '拳', sound: '' }]);
  });

  it('has nothing that a pattern of SQL would take for its own, whatever it is', () => {
    for (const typed of ['%', '_', '\\', "'; drop", 'ก%ข_ค\\', '\ud800', '💥', '\u0e31\u0e31']) {
      for (const word of searchWords(typed)) {
        expect(word.spelled).toMatch(/^[\p{L}\p{M}\p{N}]*$/u);
        expect(word.sound).toMatch(/^[a-z0-9]*$/);
      }
    }
  });
});

describe('what is kept of a fighter', () => {
  const text = searchText(['เมฆินทร์', 'Mekhin'], ['Sit Por Khao']);

  it('is words between spaces, and several in one too', () => {
    expect(text.name_words).toBe(' เมฆินทร mekhin ');
    expect(text.place_words).toBe(' sit por khao sitporkhao ');
  });

  it('holds a silenced letter both ways', () => {
    for (const typed of ['เมฆินทร์', 'เมฆิน', 'เมคินทร']) {
      expect(text.name_sounds).toContain(` ${sound(typed)}`);
    }
  });

  it('has names before places', () => {
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
])('of "%s" %i letters may be wrong', (typed, changes) => {
  expect(changesOf(typed)).toBe(changes);
});

test('what is misspelled may be meant by its words or as one, each once and none too short', () => {
  expect(knownSounds(['Sit Por Khao', 'ศิษย์พ่อขาว', 'Po'])).toEqual(['sit', 'sitpoko', 'sitpokaw']);
});
