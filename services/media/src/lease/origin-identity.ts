import { randomUUID } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const FILE_NAME = 'media-origin-id';

/** The identity of this media process at the API. */
export interface OriginIdentity {
  /** Stored in the data folder, so that a restarted process can reclaim its channels at once. */
  readonly originId: string;
  /** Identifies one start of the process. */
  readonly processId: string;
  /** `MEDIA_ORIGIN_URL`; empty: only the API node on this machine reaches the process. */
  readonly originUrl: string;
}

/** Reads the identity from the data folder; creates it if it is missing. */
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
