import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { internalHeaders } from '@sangwian/node-kit/internal-secret';
import { readRunFile } from '../start/run-file.ts';
import { ROOT, readOperatorEnvironment } from '../start/settings.ts';

/** Returns the URL of the internal routes and the header that authorises requests to them. */
function findInternalRoutes() {
  const environment = readOperatorEnvironment();
  const dataDir = resolve(ROOT, environment.DATA_DIR);
  const url = environment.API_INTERNAL_URL || readRunFile(dataDir)?.api_internal;
  if (!url) {
    throw new Error(`No site runs from ${dataDir}. Start it, or set DATA_DIR or API_INTERNAL_URL.`);
  }
  const file = join(dataDir, 'secrets.json');
  const stored = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const secret = environment.INTERNAL_SECRET || stored.INTERNAL_SECRET;
  if (!secret) throw new Error('INTERNAL_SECRET is not set, and the data folder contains none.');
  return { address: `${url}/internal`, headers: internalHeaders(secret) };
}

/**
 * Calls an internal route that streams lines of JSON, and passes each line to a callback.
 *
 * @throws {Error} if the request is refused
 */
export async function followApi(path: string, onLine: (line: unknown) => void): Promise<void> {
  const { address, headers } = findInternalRoutes();
  const response = await fetch(address + path, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: '{}',
  });
  if (!response.ok || response.body === null) throw new Error(`${path}: ${response.status}`);
  let partial = '';
  for await (const text of response.body.pipeThrough(new TextDecoderStream())) {
    const lines = (partial + text).split('\n');
    partial = lines.pop() ?? '';
    for (const line of lines) onLine(JSON.parse(line));
  }
}
