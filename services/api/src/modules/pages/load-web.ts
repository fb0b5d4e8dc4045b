import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { PageBundle } from '@sangwian/contract/page-render';
import { loadStaticFiles, type StaticFiles } from '../../http/static-files.ts';

/** The built web app: what renders pages, and what browsers load. */
export interface Web {
  readonly bundle: PageBundle;
  readonly files: StaticFiles;
}

/** Loads `server/entry-server.js` and `client/` of a build; `null` where nothing was built. */
export async function loadWeb(folder: string): Promise<Web | null> {
  const entry = join(folder, 'server/entry-server.js');
  try {
    await access(entry);
  } catch {
    return null;
  }
  const bundle = (await import(pathToFileURL(entry).href)) as PageBundle;
  return { bundle, files: await loadStaticFiles(join(folder, 'client')) };
}
