import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { BANNED_WORDS, INNOCENT_WORDS } from '../../../schema/chat-words.ts';
import { compileWordList, wordProblem } from './word-rules.ts';

const findWord = compileWordList({ banned: BANNED_WORDS, innocent: INNOCENT_WORDS });
const matches = (text: string) => findWord(text) !== null;
const REPOSITORY = '../../../../../../';
const read = (path: string): string =>
  readFileSync(new URL(REPOSITORY + path, import.meta.url), 'utf8');

describe('a banned word', () => {
  it.each([
    ['as it is', 'ไอ้เหี้ย'],
    ['within a sentence without borders', 'กรรมการนี่เหี้ยจริงๆเลย'],
    ['without its tone mark', 'เหีย'],
    ['with another tone mark', 'เหี๊ย'],
    ['with a letter repeated', 'เหี้ยยยยยย'],
    ['with its vowel repeated', 'ควยยยย'],
    ['with zero-width characters', 'ค\u200Cว\u200Dย'],
    ['letter by letter', 'ค ว ย'],
    ['with dots between', 'ค.ว.ย'],
    ['with a hyphen in the middle', 'คว-ย'],
    ['before a blank and a vowel sign', 'ห ีมาก'],
    ['with the sign of silence', 'ควย์'],
    ['with a vowel typed in two', 'เเตด'],
    ['next to Latin letters', 'okควยok'],
    ['in Latin letters', 'kuy ref'],
    ['in English', 'this is shit'],
    ['with an ending', 'fucking hell'],
    ['in capitals', 'FUCKED UP'],
    ['with repeated letters', 'fuuuuck'],
    ['with digits and signs', '5h!t'],
    ['with @', '@sshole'],
    ['letter by letter, in English', 'f u c k you'],
    ['with dots between, in English', 's.h.i.t'],
    ['with a star in the middle', 'fu*ck'],
    ['with accents', 'fück'],
    ['in wide letters', 'ｆｕｃｋ'],
    ['in mathematical letters', '𝖋𝖚𝖈𝖐'],
    ['with Cyrillic letters', 'сunt'],
    ['that advertises betting', 'เว็บพนันออนไลน์'],
  ])('%s is found: %s', (_how, text) => {
    expect(matches(text)).toBe(true);
  });
});

describe('innocent text', () => {
  it.each([
    'ดอกไม้เหี่ยว',
    'นักมวยใจเหี้ยม',
    'หีบสมบัติ',
    'คลื่นเหียน',
    'สัดส่วนร่างกายดี',
    'ร้านหน้าเวทีขายอะไร',
    'เสื้อสวย',
    'น้ำจิ้มซีฟู้ด',
    'แกงกะหรี่ไก่',
    'สัตว์ป่า',
    'เยี่ยม',
    'สวยความงาม',
    'ช่วยด้วย',
    'ควายเผือก',
    'ตรวจความยาว',
    'หีบเพลง',
    'มหีธร',
    'แต่ด้วยใจ',
    'แต่ดวงดี',
    'แต่ดอกไม้',
    'เฮียตี๋',
    'อิหร่าน',
    'รุกราน',
    'ภาระยาวนาน',
    'เสือกัดไม่ปล่อย',
    'จิม',
    'ดอกทองกวาว',
    'ตอแหลม',
    'สัสดี',
    'ไก่แกงกะหรี่',
    'มีอีกดอก',
    'เย่ด้วยคน',
    'ห้อยพระ',
    '5555555',
    'ฮ่าๆๆๆ',
    'รำมวยสวย',
    'แทงเข่าเข้าเต็ม ๆ',
    'ศอกกลับเสือสิงห์',
    'ราคาคุ้ม',
    'เอาก่อน',
    'first class assist',
    'Scunthorpe',
    'as soon as possible',
    'who re-matches?',
    'who’re you for',
    "who're you for",
    'the pen is mine',
    '455 coins',
    '1 2 3 4 5',
    'a s a p',
    'Dick Tracy style',
    'cocktail',
    'shiitake',
    'grape juice',
    'I r a n',
    'U.S.A.',
    'therapist',
    'Essex',
    'analysis',
    'assassin kick',
    'what a hit',
    'nice_hit',
    'push it',
  ])('is allowed: %s', (text) => {
    expect(matches(text)).toBe(false);
  });

  it('includes all texts of our pages and of the demo crowd', () => {
    const ours = [
      ...read('services/sandbox/src/crowd/lines.ts').split('\n'),
      ...read('packages/contract/src/errors/th.ts').split('\n'),
      ...read('packages/contract/src/errors/en.ts').split('\n'),
      ...['', 'live/', 'account/', 'wallet/'].flatMap((page) =>
        read(`apps/web/src/locales/${page}th.po`).split('\n'),
      ),
    ];
    expect(ours.length).toBeGreaterThan(1_000);
    expect(ours.filter(matches)).toEqual([]);
  });
});

it('matches a long line quickly', () => {
  const startedAt = performance.now();
  for (const text of [
    'ก ข '.repeat(250),
    'a b '.repeat(250),
    'ค.ว.'.repeat(250),
    'f'.repeat(1_000),
  ]) {
    matches(text);
  }
  expect(performance.now() - startedAt).toBeLessThan(200);
});

it('rejects words that cannot be matched safely', () => {
  expect(wordProblem('ก')).not.toBeNull();
  expect(wordProblem('as')).not.toBeNull();
  expect(wordProblem('two words')).not.toBeNull();
  expect(wordProblem('*')).not.toBeNull();
  for (const word of BANNED_WORDS) expect([word, wordProblem(word)]).toEqual([word, null]);
});

describe('a word list', () => {
  const find = compileWordList({
    banned: ['damn*'],
    watched: ['เครดิตฟรี', 'jackpot*'],
    innocent: ['เครดิตฟรีแลนซ์'],
  });

  it('returns a watched word as it is listed, whatever its disguise', () => {
    expect(find('รับเครดิตฟรีจ้า')).toEqual({ kind: 'watched', word: 'เครดิตฟรี' });
    expect(find('J4CKPOTS now')).toEqual({ kind: 'watched', word: 'jackpot*' });
  });

  it('finds a banned word before a watched word', () => {
    expect(find('เครดิตฟรี damned')).toEqual({ kind: 'banned', word: 'damn*' });
  });

  it('ignores watched words inside innocent words, and finds nothing in other texts', () => {
    expect(find('เครดิตฟรีแลนซ์')).toBeNull();
    expect(find('สู้ ๆ')).toBeNull();
    expect(compileWordList({ banned: [], innocent: [] })('damn')).toBeNull();
  });
});
