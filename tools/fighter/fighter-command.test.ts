import { expect, it } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { recordCalls } from '../operator/testing/record-calls.ts';
import { readCommand } from './fighter-command.ts';

const OPERATION = 'POST /operator/fighter/import';
const GOOD = { data: { faults: [], faults_total: 0, added: 2, kept: true } };
const read = (...args: string[]) => readCommand(args, (name) => Buffer.from(`of ${name}`));

it('imports a file, or only validates it with --dry-run', async () => {
  const [call] = await recordCalls(read('import', 'a.csv'), { [OPERATION]: GOOD });
  const [operation, request] = call ?? [];
  const { query, upload } = request as { query: object; upload: Blob };
  const sent = [operation, query, upload.type, await upload.text()];
  expect(sent).toEqual([OPERATION, {}, 'text/csv', 'of a.csv']);
  const checked = await recordCalls(read('import', 'a.csv', '--dry-run'), { [OPERATION]: GOOD });
  expect(checked[0]?.[1]).toMatchObject({ query: { dry_run: '1' } });
});

it('reports each invalid line', async () => {
  const faults = [
    {
      line: 3,
      message: { th: 'height_cm ต้องเป็นจำนวนเต็ม', en: 'height_cm has to be a whole number' },
    },
  ];
  const wrong = { data: { faults, faults_total: 2 } };
  await expect(recordCalls(read('import', 'a.csv'), { [OPERATION]: wrong })).rejects.toThrow(
    'Nothing is imported.\nline 3: height_cm has to be a whole number\nand 1 more',
  );
});

it.each([[[]], [['export', 'a.csv']], [['import']], [['import', 'a', 'b']], [['import', '--x']]])(
  'refuses %j with the usage',
  (args) => {
    expect(() => read(...args)).toThrow(UsageError);
  },
);
