import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const CODE = '{packages,apps,services,tools,bench}/**';
const NEVER = ['**/node_modules/**', '**/dist/**'];
/** Units that change what belongs to the whole process: globals of a browser, the fonts that are known. */
const ALONE = [
  'apps/web/**/*.test.{ts,tsx}',
  'services/api/src/domains/site/share-cards/*.test.ts',
];
/** Kinds of test that are more than a unit; the name of a file says its kind, and so no file is in two projects. */
const KINDS = ['db', 'media', 'process'] as const;
/** Far more than a unit takes, or than comes to be: a machine that is busy with something else fails nobody. */
const UNIT_MS_MAX = 20_000;
/** What is long though its file is short: it begins first, so that nothing waits for it alone at the end. */
const LONGEST = /money-storm\.process\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

const expect = { poll: { timeout: 10_000, interval: 20 } } as const;

export default defineConfig({
  test: {
    // Two cores have to be enough: more workers only make each other slow.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Files of one worker share what they import, in half the time.
        test: {
          name: 'unit',
          expect,
          include: [`${CODE}/*.test.{ts,tsx}`],
          exclude: [...NEVER, ...ALONE, ...KINDS.map((kind) => `**/*.${kind}.test.ts`)],
          isolate: false,
          testTimeout: UNIT_MS_MAX,
        },
      },
      {
        test: {
          name: 'alone',
          expect,
          include: ALONE,
          exclude: [...NEVER, ...KINDS.map((kind) => `**/*.${kind}.test.ts`)],
          testTimeout: UNIT_MS_MAX,
        },
      },
      {
        // Real PostgreSQL: one cluster for the run, a copy of its template for each test. What files share is loaded,
        // and made fast by use, once for each worker; whatever a test changes is its own database.
        test: {
          name: 'db',
          expect,
          include: [`${CODE}/*.db.test.ts`],
          exclude: NEVER,
          isolate: false,
          globalSetup: ['packages/testkit/src/database-setup.ts'],
          testTimeout: 20_000,
          hookTimeout: 30_000,
        },
      },
      {
        // Real encoders and players: ffmpeg.
        test: {
          name: 'media',
          expect,
          include: [`${CODE}/*.media.test.ts`],
          exclude: NEVER,
          testTimeout: 60_000,
          hookTimeout: 60_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Whole processes, started, killed and started again. Two at once: each waits for much.
        test: {
          name: 'process',
          expect,
          include: [`${CODE}/*.process.test.ts`],
          exclude: NEVER,
          testTimeout: 120_000,
          hookTimeout: 60_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
    ],
  },
});
