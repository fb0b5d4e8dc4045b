/**
 * `npm run tour`: walks through a fan's whole evening on a temporary site, as a visitor who becomes a member, on a phone
 * in Thai and on a desktop in English, and writes a screenshot of each step to `test-results/tour`.
 */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { findProgram, provisionForTests } from '../../tools/provision/provision.ts';

const complaints = provisionForTests();
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);

const chromium = findProgram('chromium');
const shell = findProgram('chromium-headless-shell');
const { status } = spawnSync(
  process.execPath,
  ['node_modules/@playwright/test/cli.js', 'test', '--config', 'e2e/tour/playwright.config.ts'],
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
