import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (file: string): string => readFileSync(join(root, file), 'utf8');
const security = read('docs/security.md');
const privacy = read('docs/privacy.md');
const STATES = ['met', 'deviation', 'not applicable'];
/** Requirements of levels 1 and 2 of the OWASP ASVS 5.0. */
const REQUIREMENTS = 253;
const OF_A_DEVIATION = 30;

const FILE =
  /`((?:services|packages|apps|e2e|bench|tools|docs|deploy|\.github)\/[^`\s*]+|[A-Z]+\.md|tsconfig\.json|package-lock\.json)`/g;
/** A test file, then a quoted part of one of its titles. */
const QUOTED = /`([^`\s]+\.test\.tsx?)` “([^”]+)”/g;

const requirements = security
  .split('\n')
  .filter((line) => /^\| \d+\.\d+\.\d+ \|/.test(line))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')));

describe.each([
  ['docs/security.md', security],
  ['docs/privacy.md', privacy],
])('%s', (_, text) => {
  it('names files that exist', () => {
    const files = [...text.matchAll(FILE)].map(([, file = '']) => file);
    expect(files.length).toBeGreaterThan(5);
    expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([]);
  });

  it('quotes tests that exist', () => {
    const missing = [...text.matchAll(QUOTED)].filter(
      ([, file = '', words = '']) => !read(file).includes(words),
    );
    expect(missing.map(([quote]) => quote)).toEqual([]);
  });
});

describe('the requirements of docs/security.md', () => {
  it('have one row each, and none is missing', () => {
    const numbers = requirements.map(([number]) => number);
    expect(numbers).toHaveLength(REQUIREMENTS);
    expect(new Set(numbers).size).toBe(REQUIREMENTS);
  });

  it('have a level, a state and evidence', () => {
    for (const [number, level = '', subject, state = '', evidence = ''] of requirements) {
      expect(['1', '2'], number).toContain(level);
      expect(subject, number).not.toBe('');
      expect(STATES, number).toContain(state);
      expect(evidence.length, number).toBeGreaterThan(3);
    }
  });

  it('explain each deviation and have correct totals', () => {
    const of = (state: string) => requirements.filter((row) => row[3] === state);
    const refersToAnother = /^as \d/;
    for (const [number, , , , evidence = ''] of of('deviation')) {
      const isExplained = evidence.length > OF_A_DEVIATION || refersToAnother.test(evidence);
      expect(isExplained, number).toBe(true);
    }
    const [met, deviation, other] = STATES.map((state) => of(state).length);
    expect(security).toContain(
      `${REQUIREMENTS} requirements: ${met} met, ${deviation} deviations, ${other} not applicable.`,
    );
  });
});
