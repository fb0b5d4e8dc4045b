import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE_NAME = 'media-origin-id';

/** How this media process is known to the API. */
export interface OriginIdentity {
  /** Kept in the data folder, so that a restarted process takes its channels back at once. */
  readonly originId: string;
  /** One start of the process. */
  readonly processId: string;
  /** `MEDIA_ORIGIN_URL`; empty: only the API node beside this process reaches it. */
  readonly originUrl: string;
}

/** Reads the identity from the data folder; a folder without one gets a new one. */
export async function openOriginIdentity(
  dataDir: string,
  originUrl: string,
): Promise<OriginIdentity> {
  const file = join(dataDir, FILE_NAME);
  const known = z.uuid().safeParse((await readFile(file, 'utf8').catch(() => '')).trim());
  const originId = known.success ? known.data : randomUUID();
  if (!known.success) {
    await mkdir(dataDir, { recursive: true });
    await writeFile(`${file}.new`, `${originId}\n`);
    await rename(`${file}.new`, file);
  }
  return { originId, processId: randomUUID(), originUrl };
}
