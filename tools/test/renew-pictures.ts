/**
 * `npm run pictures`: retakes the reference screenshots in `e2e/pictures` with this machine's browser. Review each
 * changed screenshot before you commit it. If the browser version differs, update it in `e2e/pictures.test.ts`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findProgram, provisionForTests } from '../provision/provision.ts';

const complaints = provisionForTests();
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);

const chromium = findProgram('chromium');
const shell = findProgram('chromium-headless-shell');
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/@playwright/test/cli.js',
    'test',
    '--config',
    'e2e/playwright.config.ts',
    '--project=members',
    '--reporter=list',
    '--update-snapshots=changed',
    'pictures',
  ],
  {
    cwd: join(import.meta.dirname, '../..'),
    stdio: 'inherit',
    env: {
      ...process.env,
      ...(chromium === null ? {} : { CHROMIUM_PATH: chromium }),
      ...(shell === null ? {} : { HEADLESS_SHELL_PATH: shell }),
    },
  },
);
process.exit(status ?? 1);
