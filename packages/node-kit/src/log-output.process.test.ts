import {
  type ChildProcess,
  type ChildProcessWithoutNullStreams,
  spawn,
  spawnSync,
} from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';

const LINES = 2_000;

let folder = '';
let child: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-output-'));
});
afterEach(() => {
  child?.kill('SIGKILL');
  child = null;
  rmSync(folder, { recursive: true, force: true });
});

const from = (file: string): string => JSON.stringify(join(import.meta.dirname, file));

function write(source: string): string {
  const script = join(folder, 'service.ts');
  writeFileSync(
    script,
    `import { createLogger } from ${from('logger.ts')};
     import { LogOutput } from ${from('log-output.ts')};
     const logger = createLogger('service', 'info');
     ${source}`,
  );
  return script;
}

const COUNT = `for (let n = 0; n < ${LINES}; n += 1) logger.info({ n }, 'counted');`;
const numbers = (output: string): number[] =>
  output
    .split('\n')
    .filter((line) => line.includes('"n":'))
    .map((line) => JSON.parse(line).n);
const ALL = Array.from({ length: LINES }, (_, n) => n);

const ENDS = [
  ['process.exit', `${COUNT} process.exit(3);`, 3],
  ['an uncaught exception', `${COUNT} throw new Error('failed');`, 1],
  ['an unhandled rejection', `${COUNT} void Promise.reject(new Error('failed'));`, 1],
  ['the end of all work', COUNT, 0],
  [
    'process.exit in the middle of writes',
    `setImmediate(() => { ${COUNT} setImmediate(() => process.exit(3)); });`,
    3,
  ],
] as const;

describe.each(ENDS)('before %s', (_name, source, code) => {
  test('every line reaches a pipe in order', async () => {
    child = spawn(process.execPath, [write(source)], { stdio: ['ignore', 'pipe', 'ignore'] });
    const [output, [exitCode]] = await Promise.all([
      text(child.stdout as NodeJS.ReadableStream),
      once(child, 'exit'),
    ]);
    expect(exitCode).toBe(code);
    expect(numbers(output)).toEqual(ALL);
  });

  test('every line reaches a file in order', () => {
    const file = openSync(join(folder, 'out.log'), 'a');
    const { status } = spawnSync(process.execPath, [write(source)], {
      stdio: ['ignore', file, 'ignore'],
    });
    closeSync(file);
    expect(status).toBe(code);
    expect(numbers(readFileSync(join(folder, 'out.log'), 'utf8'))).toEqual(ALL);
  });
});

test('a full disk does not end the process, and is reported once on standard error', () => {
  const full = openSync('/dev/full', 'w');
  const { status, stderr } = spawnSync(
    process.execPath,
    [write(`${COUNT} setImmediate(() => { ${COUNT} setImmediate(() => process.exit(7)); });`)],
    { stdio: ['ignore', full, 'pipe'], encoding: 'utf8' },
  );
  closeSync(full);
  expect(status).toBe(7);
  const reports = stderr
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(reports).toMatchObject([{ cause: 'ENOSPC', msg: 'log lines cannot be written' }]);
});

test('a closed reader does not end the process, and is reported once on standard error', async () => {
  child = spawn(
    process.execPath,
    [
      write(`logger.info('first');
       process.on('message', () => { ${COUNT} setImmediate(() => { ${COUNT} setImmediate(() => process.exit(7)); }); });`),
    ],
    { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] },
  );
  const stderr = text(child.stderr as NodeJS.ReadableStream);
  const exit = once(child, 'exit');
  await once(child.stdout as NodeJS.ReadableStream, 'data');
  child.stdout?.destroy();
  child.send('go');
  expect((await exit)[0]).toBe(7);
  const reports = (await stderr)
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(reports).toMatchObject([{ cause: 'EPIPE', msg: 'log lines cannot be written' }]);
});

test('a reader that stalls twice does not block the process; lines beyond the limit are dropped and counted', async () => {
  const script = write(`
    import { once } from 'node:events';
    const output = new LogOutput(1, { pendingBytesMax: 100_000, complain: (line) => console.error(line.trim()) });
    const line = 'x'.repeat(999) + '\\n';
    for (let burst = 0; burst < 2; burst += 1) {
      for (let n = 0; n < 5_000; n += 1) {
        output.write(line);
        if (n % 10 === 0) await new Promise(setImmediate);
      }
      const answered = once(process, 'message');
      process.send('written');
      await answered;
    }
    process.exit(0);`);
  child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] });
  const { stdout, stderr } = child as ChildProcessWithoutNullStreams;
  const errors = text(stderr);
  let output = '';
  const read = (chunk: Buffer): void => {
    output += chunk.toString();
  };
  /**
   * The reported numbers of dropped lines. A burst may cause several reports, because the paused stream accepts lines
   * from time to time.
   */
  const reports = (): number[] =>
    output
      .split('\n')
      .slice(0, -1)
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line).dropped);
  const accounted = (): number =>
    reports().reduce(
      (sum, dropped) => sum + dropped,
      output.split('\n').filter((line) => line === 'x'.repeat(999)).length,
    );
  for (const written of [5_000, 10_000]) {
    // The process wrote all its lines while there was no reader.
    await once(child, 'message');
    stdout.on('data', read).resume();
    await vi.waitFor(() => expect(accounted()).toBe(written), { timeout: 10_000, interval: 20 });
    stdout.off('data', read).pause();
    child.send('go on');
  }
  await once(child, 'exit');
  expect(reports().length).toBeGreaterThanOrEqual(2);
  expect(reports().reduce((sum, dropped) => sum + dropped)).toBeGreaterThan(1_000);
  const complaints = (await errors).trim().split('\n');
  expect(complaints).toHaveLength(reports().length);
  for (const complaint of complaints) {
    expect(JSON.parse(complaint)).toMatchObject({ cause: 'the output is too slow' });
  }
});

test('a process exits although its reader never reads', async () => {
  const script = write(
    `for (let n = 0; n < 3_000; n += 1) logger.info('x'.repeat(500)); process.exit(5);`,
  );
  child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'ignore'] });
  expect((await once(child, 'exit'))[0]).toBe(5);
});
