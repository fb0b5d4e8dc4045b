import { access } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { loadStaticFiles, type StaticFiles } from '../../../platform/http/static-files.ts';
import { createRenderer, type Renderer } from './render-thread.ts';

/** The built web app: its renderer and its static files. */
export interface Web {
  readonly renderer: Renderer;
  readonly files: StaticFiles;
}

/** Loads `server/entry-server.js` and `client/` of a build. Returns `null` if the build does not exist. */
export async function loadWeb(folder: string): Promise<Web | null> {
  const entry = join(folder, 'server/entry-server.js');
  try {
    await access(entry);
  } catch {
    return null;
  }
  const renderer = createRenderer({ entry: pathToFileURL(entry).href });
  return { renderer, files: await loadStaticFiles(join(folder, 'client')) };
}
