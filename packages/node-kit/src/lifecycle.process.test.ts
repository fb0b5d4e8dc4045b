import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { processIdentity } from './process-lock.ts';

let folder = '';
let parent: ChildProcess | null = null;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'sangwian-lifecycle-'));
});
afterEach(() => {
  parent?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

const from = (file: string): string => JSON.stringify(join(import.meta.dirname, file));

/**
 * Starts a parent process that starts a service as the launcher does. Kills the parent with -9 as soon as the service
 * has sent the message.
 * @returns the service's process id
 */
async function killParentOf(service: string, message: string): Promise<number> {
  const script = join(folder, 'service.ts');
  writeFileSync(script, service);
  const source = `
    const child = require('node:child_process').spawn(process.execPath, [${JSON.stringify(script)}], {
      detached: true, stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    });
    child.on('message', (text) => console.log(text + ' ' + child.pid));`;
  parent = spawn(process.execPath, ['-e', source], { stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  parent.stdout?.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await vi.waitFor(() => expect(output).toContain(message), { timeout: 10_000, interval: 5 });
  parent.kill('SIGKILL');
  await once(parent, 'exit');
  return Number(new RegExp(`${message} (\\d+)`).exec(output)?.[1]);
}

const isGone = (pid: number): Promise<void> =>
  vi.waitFor(() => expect(processIdentity(pid)).toBeNull(), { timeout: 5_000, interval: 20 });

test('a service exits when its parent was killed, although its log has no reader', async () => {
  const pid = await killParentOf(
    `import { stopWithParent } from ${from('lifecycle.ts')};
     import { createLogger } from ${from('logger.ts')};
     const logger = createLogger('service', 'info');
     setInterval(() => logger.info('still here'), 1);
     stopWithParent(logger, async () => { logger.info('closing'); });
     process.send('runs');`,
    'runs',
  );
  await isGone(pid);
});

test('a service that is still loading when its parent is killed exits as well', async () => {
  const pid = await killParentOf(
    `import { once } from 'node:events';
     import { stopWithParent } from ${from('lifecycle.ts')};
     import { createLogger } from ${from('logger.ts')};
     process.send('loading');
     const gone = once(process, 'disconnect');
     setInterval(() => {}, 1000);
     await gone;
     stopWithParent(createLogger('service', 'info'), async () => {});`,
    'loading',
  );
  await isGone(pid);
});
