import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@sangwian/embedded-postgres/embedded-postgres';
import type { ReadyMessage } from '@sangwian/node-kit/lifecycle';
import { migrate } from '../../services/api/src/schema/migrate.ts';

export interface ApiAlone {
  /** Base URL including `/api/v1`. */
  readonly api: string;
  readonly appKey: string;
  readonly databaseUrl: string;
  /** Connection URL of the same database as its superuser. */
  readonly adminUrl: string;
  readonly pid: number;
  /** Starts another node on the same database, and stops it. Returns the milliseconds until the node was ready. */
  timeStart(): Promise<number>;
  stop(): Promise<void>;
}

/** Starts a real API process on a new PostgreSQL, without the rest of the stack. It trusts `X-Forwarded-For`. */
export async function startApiAlone(env: Record<string, string> = {}): Promise<ApiAlone> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sangwian-api-'));
  const database = await startEmbeddedPostgres({ dataDir });
  await migrate(database.url);
  const appKey = randomBytes(32).toString('hex');
  const secret = randomBytes(32).toString('hex');
  const start = (): ChildProcess =>
    spawn(process.execPath, [join(import.meta.dirname, '../../services/api/src/main.ts')], {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
      env: {
        ...process.env,
        NODE_ENV: 'development',
        DATA_DIR: dataDir,
        DATABASE_URL: database.url,
        HOST: '127.0.0.1',
        PORT: '0',
        API_INTERNAL_PORT: '0',
        TRUST_PROXY: 'loopback',
        APP_KEY: appKey,
        INTERNAL_SECRET: secret,
        GRANT_SECRET: secret,
        HANDOVER_SECRET: secret,
        PURCHASE_SECRET: secret,
        PHONE_HASH_SECRET: secret,
        TOKEN_SECRET: secret,
        OTP_SECRET: secret,
        STAFF_SECRET: secret,
        WEB_DIST: '/nonexistent',
        LOG_LEVEL: 'warn',
        ...env,
      },
    });
  const child = start();
  const { http } = (await ready(child)).ports;
  if (http === undefined || child.pid === undefined) throw new Error('the API reported no port');
  return {
    api: `http://127.0.0.1:${http}/api/v1`,
    appKey,
    databaseUrl: database.url,
    adminUrl: database.adminUrl.replace('/postgres?', '/sangwian?'),
    pid: child.pid,
    timeStart: async () => {
      const began = performance.now();
      const other = start();
      await ready(other);
      const ms = performance.now() - began;
      await stop(other);
      return ms;
    },
    stop: async () => {
      await stop(child);
      await database.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

async function stop(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit');
  child.kill('SIGTERM');
  await exit;
}

async function ready(child: ChildProcess): Promise<ReadyMessage> {
  const exited = once(child, 'exit').then(([code]) => {
    throw new Error(`the API ended with ${code}`);
  });
  const [message] = (await Promise.race([once(child, 'message'), exited])) as [ReadyMessage];
  return message;
}
