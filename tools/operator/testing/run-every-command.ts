import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect } from 'vitest';
import { ROOT } from '../../start/settings.ts';

const execute = promisify(execFile);

/** Runs every operators' command against the site of a data folder, as the local owner. */
export async function runEveryCommand(dataDir: string): Promise<void> {
  const run = async (tool: string, ...args: string[]) => {
    const program = join(ROOT, `tools/${tool}/${tool}.ts`);
    const env = { ...process.env, DATA_DIR: dataDir };
    return JSON.parse((await execute(process.execPath, [program, ...args], { env })).stdout);
  };
  const prices = await run('coin', 'prices');
  const [{ package_id: id, satang }] = prices.packages;
  const baht = String(satang / 100);
  const priced = await run('coin', 'price', String(id), baht, '--reason', 'each command once');
  expect(priced.packages[0].version).toBe(prices.packages[0].version + 1);
  const codes = 'create coin --coins 5 --prefix ONCE --count 2 --one-time'.split(' ');
  expect((await run('code', ...codes)).codes).toHaveLength(2);
  const disabled = await run('code', 'disable', '--batch', 'ONCE', '--reason', 'a test');
  expect(disabled).toEqual({ disabled: 2 });
  const partner = await run('partner', 'account', 'lumphu-play');
  expect(partner).toMatchObject({ map_system_id: 'lumphu-play' });
  expect(await run('order', 'list')).toMatchObject({ slips: expect.any(Array) });
  expect(await run('order', 'reconcile')).toMatchObject({ attempts: { failed: 0 } });
  const phone = '081 234 5005';
  const suspended = await run('member', 'suspend', phone, '--days', '1', '--reason', 'a test');
  expect(suspended).toMatchObject({ changed: true, status: 'suspend' });
  await run('member', 'reinstate', phone, '--reason', 'a test');
  const { program_live_id: live } = await run('chat');
  const slowed = await run('chat', 'slow', live, '10', '--reason', 'a test');
  expect(slowed).toMatchObject({ slow_mode_s: 10 });
  await run('chat', 'slow', live, '3', '--reason', 'a test');
  const empty = run('fighter', 'import', 'package.json', '--dry-run');
  await expect(empty).rejects.toThrow('Nothing is imported.');
  const { bouts } = await run('show');
  const { bout } = bouts.find(({ status }: { status: string }) => status === 'in_progress');
  const reason = ['--reason', 'each command once'];
  const directed = await run('show', 'round', bout, '3', ...reason);
  expect(directed.log[0]).toMatchObject({ action: 'round', reason: 'each command once' });
  await run('show', 'result', bout, 'red', 'decision', ...reason);
  const confirmed = run('show', 'confirm', bout, ...reason);
  await expect(confirmed).rejects.toThrow('another person has to confirm it');
}
