import { resolve } from 'node:path';
import { readRunFile } from '../start/run-file.ts';
import { ROOT, readOperatorEnvironment } from '../start/settings.ts';

/** How commands reach the operators' endpoints. */
export interface Site {
  /** Base URL of the API, including `/api/v1`. */
  readonly api: string;
  readonly token: string;
}

/**
 * Returns the site that runs from `DATA_DIR`, with the token of the local owner. `OPERATOR_TOKEN` replaces the token,
 * and `OPERATOR_URL` selects another site.
 */
export function findSite(): Site {
  const environment = readOperatorEnvironment();
  const { OPERATOR_URL: url, OPERATOR_TOKEN: token } = environment;
  // The local owner's token is never sent to another URL.
  if (url !== '' && token === '') throw new Error('OPERATOR_URL needs OPERATOR_TOKEN.');
  if (url !== '') return { api: `${url}/api/v1`, token };
  const dataDir = resolve(ROOT, environment.DATA_DIR);
  const run = readRunFile(dataDir);
  if (run === null) {
    throw new Error(`No site runs from ${dataDir}. Start it, or set DATA_DIR or OPERATOR_URL.`);
  }
  return { api: run.api_local, token: token === '' ? run.operator_token : token };
}
