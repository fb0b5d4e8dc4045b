import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { BenchRecord } from './records.ts';
import { writeReport } from './write-report.ts';

const record = (value: number): BenchRecord => ({
  about: 'bells & whistles',
  measuredOn: '2026-11-23',
  machine: '2 × a processor',
  loadAverage: 0.4,
  table: [
    ['run', 'time'],
    ['red | blue', `${value} ms`],
  ],
  figures: [
    { id: 'bell-p95', value, goal: 100, sense: 'at-most', unit: ' ms' },
    { id: 'bell-rate', value: 0, goal: 0, sense: 'at-least', unit: '/s' },
  ],
});

let docs: string;
const read = (file: string): string => readFileSync(join(docs, file), 'utf8');
beforeEach(() => {
  docs = mkdtempSync(join(tmpdir(), 'sangwian-report-'));
  writeFileSync(join(docs, 'benchmarks.md'), '# Benchmarks\n\nWritten by hand.\n');
});
afterEach(() => rmSync(docs, { recursive: true }));

it('writes tables and a chart, and keeps the text before the tables', () => {
  writeReport(docs, { bell: record(80) });
  const text = read('benchmarks.md');
  expect(text.startsWith('# Benchmarks\n\nWritten by hand.\n\n<!--')).toBe(true);
  expect(text).toContain('2026-11-23, 2 × a processor, load average 0.4 before: bells');
  expect(text).toContain('| red \\| blue | 80 ms |');
  expect(text).toContain('| bell-p95 | 80 ms | ≤100 ms | ok |');
  expect(text).toContain('![bell](images/benchmarks/bell.svg)');
  expect(read('images/benchmarks/bell.svg')).toContain('<title>bells &amp; whistles</title>');
});

it('replaces the record of a repeated bench, and keeps the other records', () => {
  writeReport(docs, { bell: record(80), gong: record(90) });
  writeReport(docs, { bell: record(130) });
  const text = read('benchmarks.md');
  expect(text).toContain('| bell-p95 | 130 ms | ≤100 ms | **short** |');
  expect(text).toContain('| bell-p95 | 90 ms | ≤100 ms | ok |');
  expect(text).not.toContain('80 ms');
  expect(text.match(/## Measured figures/g)).toHaveLength(1);
  expect(read('images/benchmarks/bell.svg')).toContain('class="short"');
});
