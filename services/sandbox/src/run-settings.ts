import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { z } from 'zod';

/** A sample account of the console. */
const StaffAccount = z.object({
  role: z.string(),
  email: z.string(),
  password: z.string(),
  totp_secret: z.string(),
});
export type StaffAccount = z.infer<typeof StaffAccount>;

/** The part of `DATA_DIR/run.json` that the sandbox needs; the launcher writes the file. */
const RunSettings = z.object({
  url: z.url(),
  /** The root of the API, `…/api/v1`. */
  api: z.url(),
  app_key: z.string().min(1),
  rtmp: z.object({ server: z.string().startsWith('rtmp://'), key: z.string() }),
  accounts: z.object({
    fans: z.array(z.object({ phone: z.string(), password: z.string() })),
    operators: z.array(StaffAccount).default([]),
  }),
});
export type RunSettings = z.infer<typeof RunSettings>;

const WAIT_MS_MAX = 60_000;
const POLL_MS = 200;

/** Reads the file, waiting up to a minute for it to appear. @throws {Error} with the last cause */
export async function readRunSettings(dataDir: string): Promise<RunSettings> {
  const file = join(dataDir, 'run.json');
  const deadlineMs = Date.now() + WAIT_MS_MAX;
  for (;;) {
    try {
      return RunSettings.parse(JSON.parse(await readFile(file, 'utf8')));
    } catch (error) {
      if (Date.now() >= deadlineMs) {
        throw new Error(`${file} has no valid run settings`, { cause: error });
      }
    }
    await wait(POLL_MS);
  }
}

/** Parses `rtmp://host:port/app`. @throws {TypeError} for any other address */
export function parseRtmpServer(server: string): {
  readonly host: string;
  readonly port: number;
  readonly app: string;
} {
  const address = new URL(server);
  const app = address.pathname.slice(1) + address.search;
  if (address.protocol !== 'rtmp:' || address.hostname === '' || app === '') {
    throw new TypeError(`"${server}" is no address of the form rtmp://host:port/app`);
  }
  return { host: address.hostname, port: Number(address.port || 1935), app };
}
