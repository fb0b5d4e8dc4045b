/**
 * `npm run pictures`: retakes the pictures in `e2e/pictures` with the browser of this machine. Review each changed picture
 * before you commit it, and update the browser in `e2e/pictures.test.ts` if it differs.
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
