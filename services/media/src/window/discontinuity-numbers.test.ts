import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiscontinuityNumbers } from './discontinuity-numbers.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sangwian-numbers-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('period numbers', () => {
  const open = (errors: unknown[] = []) =>
    DiscontinuityNumbers.open(join(folder, 'deep', 'numbers.json'), (error) => errors.push(error));

  it('continue after a restart, separately per channel', async () => {
    const before = await open();
    expect([before.take('a'), before.take('a'), before.take('b')]).toEqual([0, 1, 0]);
    await before.settle();
    const after = await open();
    expect([after.take('a'), after.take('b'), after.take('c')]).toEqual([2, 1, 0]);
    await after.settle();
  });

  it('restart at zero if the file is damaged', async () => {
    await (await open()).settle();
    const file = join(folder, 'numbers.json');
    for (const broken of ['{', 'null', '[1]', '{"a":-1,"b":"x"}']) {
      await writeFile(file, broken);
      const numbers = await DiscontinuityNumbers.open(file, () => {});
      expect(numbers.take('a')).toBe(0);
      await numbers.settle();
    }
  });

  it('are kept for at most a thousand channels', async () => {
    const numbers = await open();
    for (let index = 0; index < 1_001; index += 1) numbers.take(`channel-${index}`);
    expect([numbers.take('channel-1000'), numbers.take('channel-0')]).toEqual([1, 0]);
    await numbers.settle();
  });
});
