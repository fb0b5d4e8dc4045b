import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LIMITS } from '@sangwian/contract/limits';
import { seededRandom } from '@sangwian/ui/art/random';
import { describe, expect, it } from 'vitest';
import {
  cheerPauseMs,
  chooseCheer,
  idlePauseMs,
  LineChooser,
  reactionDelayMs,
} from './crowd-rhythm.ts';
import { fillCorner, IDLE_LINES, languageOf, REACTIONS } from './lines.ts';
import { Moments, momentsBetween } from './moments.ts';

const everyLine = [...IDLE_LINES, ...Object.values(REACTIONS).flat()];
const moments = Moments.parse(
  JSON.parse(
    readFileSync(join(import.meta.dirname, '../../assets/demo-bout-moments.json'), 'utf8'),
  ),
);

describe('a line of the crowd', () => {
  it('fits a chat message, in both languages', () => {
    for (const line of everyLine) expect([...line].length).toBeLessThanOrEqual(LIMITS.chatCharsMax);
    expect(everyLine.filter((line) => /[ก-๙]/u.test(line)).length).toBeGreaterThan(30);
    expect(everyLine.filter((line) => /^[^ก-๙]+$/u.test(line)).length).toBeGreaterThan(20);
  });

  it('contains no word about betting', () => {
    const words =
      /พนัน|เดิมพัน|แทง|ราคา|ต่อรอง|เซียน|ได้เสีย|\b(bets?|betting|odds|wager|gambl|stake|bookie|payout)/iu;
    expect(everyLine.filter((line) => words.test(line))).toEqual([]);
  });

  it('names the corner in the language of the line', () => {
    expect(fillCorner('{corner}เตะสวย', 'red')).toBe('แดงเตะสวย');
    expect(fillCorner('Go {corner}!', 'blue')).toBe('Go Blue!');
    expect(everyLine.filter((line) => fillCorner(line, 'red').includes('{'))).toEqual([]);
  });

  it('does not repeat a line that is still on the screen', () => {
    const chooser = new LineChooser(seededRandom(3));
    const chosenLines = Array.from({ length: 200 }, () => chooser.idle('th'));
    for (const [index, line] of chosenLines.entries()) {
      expect(chosenLines.slice(Math.max(0, index - 10), index)).not.toContain(line);
    }
  });

  it('is in the language of its author', () => {
    const chooser = new LineChooser(seededRandom(8));
    for (const { kind, corner } of moments) {
      expect(languageOf(chooser.reaction({ kind, corner }, 'th'))).toBe('th');
      expect(languageOf(chooser.reaction({ kind, corner }, 'en'))).toBe('en');
    }
    expect(languageOf(chooser.idle('en'))).toBe('en');
  });
});

describe('the rhythm of the crowd', () => {
  it('is irregular and never floods the chat', () => {
    const random = seededRandom(9);
    const pauses = Array.from({ length: 2_000 }, () => idlePauseMs(random));
    const mean = pauses.reduce((a, b) => a + b) / pauses.length;
    expect(mean).toBeGreaterThan(5_500);
    expect(mean).toBeLessThan(7_500);
    expect(Math.min(...pauses)).toBeGreaterThan(1_500);
    expect(Math.max(...pauses)).toBeGreaterThan(20_000);
  });

  it('reacts to some moments, never before viewers can have seen it', () => {
    const random = seededRandom(4);
    const delays = Array.from({ length: 500 }, () => reactionDelayMs(random));
    const reactions = delays.filter((delay) => delay !== null);
    expect(reactions.length / delays.length).toBeCloseTo(0.45, 1);
    expect(Math.min(...reactions)).toBeGreaterThan(2_000);
  });
});

describe('the moments of the bout', () => {
  it('are found in a time span, also across the seam of the loop, each once', () => {
    const spans = Array.from(
      { length: 320 },
      (_, index) => [index * 200, ((index + 1) * 200) % 64_000] as const,
    );
    const found = spans.flatMap(([from, to]) => momentsBetween(moments, from, to));
    expect(found).toHaveLength(moments.length);
    expect(momentsBetween(moments, 63_900, 9_500).some(({ at_ms }) => at_ms === 9_300)).toBe(true);
  });

  it('cover every kind that has reactions', () => {
    expect(new Set(moments.map(({ kind }) => kind))).toEqual(new Set(Object.keys(REACTIONS)));
  });
});

describe('a gift of the crowd', () => {
  it('is a small number of one of the two cheapest gifts, for either corner', () => {
    const gifts = [{ coins: 999 }, { coins: 1 }, { coins: 5 }];
    const random = seededRandom(11);
    const chosen = Array.from({ length: 200 }, () => chooseCheer(random, gifts));
    expect(new Set(chosen.map((one) => one?.gift.coins))).toEqual(new Set([1, 5]));
    expect(new Set(chosen.map((one) => one?.quantity))).toEqual(new Set([1, 2, 3]));
    expect(new Set(chosen.map((one) => one?.corner))).toEqual(new Set(['red', 'blue']));
    expect(chooseCheer(random, [])).toBeNull();
  });

  it('is rare enough for the coins to last, and rarer with fewer coins', () => {
    const random = seededRandom(11);
    const pauses = Array.from({ length: 2_000 }, () => cheerPauseMs(random, 1));
    expect(cheerPauseMs(() => 0.5, 0.1)).toBeGreaterThan(5 * cheerPauseMs(() => 0.5, 1));
    expect(cheerPauseMs(() => 0.5, 0)).toBeLessThan(10 * 60_000);
    expect(Math.min(...pauses)).toBeGreaterThanOrEqual(3_000);
    expect(pauses.reduce((sum, ms) => sum + ms, 0) / pauses.length).toBeGreaterThan(11_000);
  });
});
