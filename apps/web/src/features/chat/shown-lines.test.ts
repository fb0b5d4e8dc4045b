import { describe, expect, it } from 'vitest';
import type { ChatLine } from './chat-line.ts';
import {
  firstAfterCut,
  indexOfFirstShown,
  SHOWN_LINES_MAX,
  SHOWN_LINES_MIN,
} from './shown-lines.ts';

const linesOf = (count: number): ChatLine[] =>
  Array.from({ length: count }, (_, index) => ({
    kind: 'own',
    id: `line-${index}`,
    text: '',
    state: 'waiting',
  }));

describe('the lines that the list of the chat shows', () => {
  it('are the newest lines when the list opens and after its first line was removed', () => {
    expect(indexOfFirstShown(linesOf(10), undefined)).toBe(0);
    expect(indexOfFirstShown(linesOf(1_000), undefined)).toBe(1_000 - SHOWN_LINES_MIN);
    expect(indexOfFirstShown(linesOf(1_000), 'gone')).toBe(1_000 - SHOWN_LINES_MIN);
  });

  it('keep the same first line while lines are added', () => {
    expect(indexOfFirstShown(linesOf(SHOWN_LINES_MAX), 'line-3')).toBe(3);
  });

  it('are cut to the newest once there are too many', () => {
    expect(firstAfterCut(linesOf(SHOWN_LINES_MAX))).toBeUndefined();
    expect(firstAfterCut(linesOf(SHOWN_LINES_MAX + 1))).toBe(
      `line-${SHOWN_LINES_MAX + 1 - SHOWN_LINES_MIN}`,
    );
  });
});
