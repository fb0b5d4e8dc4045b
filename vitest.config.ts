import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

const CODE = '{packages,apps,services,tools,bench}/**';
const NEVER = ['**/node_modules/**', '**/dist/**'];
/** Units that change state of the whole process: globals of a browser, the known fonts. */
const ALONE = [
  'apps/{web,console}/**/*.test.{ts,tsx}',
  'services/api/src/domains/site/share-cards/*.test.ts',
];
/** Kinds of test that are more than a unit. The name of a file names its kind, so that each file is in one project. */
const KINDS = ['db', 'media', 'process', 'long'] as const;
/** Far more than a unit takes, so that a busy machine fails none. */
const UNIT_MS_MAX = 20_000;
/** A long test in a short file starts first, so that it does not run alone at the end. */
const LONGEST = /money-chaos\.process\.test\.ts$/;

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const isLongest = ({ moduleId }: TestSpecification): boolean => LONGEST.test(moduleId);
    return [...sorted.filter(isLongest), ...sorted.filter((file) => !isLongest(file))];
  }
}

/** Tests with real parts may run once more; `tools/test` lists the ones that needed the second run. */
const RETRIES_OF_REAL_PARTS = 1;

const expect = { poll: { timeout: 10_000, interval: 20 } } as const;

export default defineConfig({
  test: {
    // More workers than cores only slow each other down.
    maxWorkers: 2,
    sequence: { sequencer: LongestFirst },
    projects: [
      {
        // Files of one worker share their imports, which halves the time.
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
        // Real PostgreSQL: one cluster for the run, and a copy of its template for each test, the only state that tests
        // change. The files of a worker therefore share their imports.
        test: {
          name: 'db',
          expect,
          retry: RETRIES_OF_REAL_PARTS,
          include: [`${CODE}/*.db.test.ts`],
          exclude: NEVER,
          isolate: false,
          globalSetup: ['packages/testkit/src/database-setup.ts'],
          testTimeout: 40_000,
          hookTimeout: 60_000,
        },
      },
      {
        // Real encoders and players: ffmpeg.
        test: {
          name: 'media',
          expect,
          retry: RETRIES_OF_REAL_PARTS,
          include: [`${CODE}/*.media.test.ts`],
          exclude: NEVER,
          testTimeout: 120_000,
          hookTimeout: 120_000,
          maxWorkers: 1,
          sequence: { groupOrder: 1 },
        },
      },
      {
        // Whole processes, started, killed and started again. Two at once, since they wait for most of their time.
        test: {
          name: 'process',
          expect,
          retry: RETRIES_OF_REAL_PARTS,
          include: [`${CODE}/*.process.test.ts`],
          exclude: NEVER,
          testTimeout: 240_000,
          hookTimeout: 120_000,
          maxWorkers: 2,
          sequence: { groupOrder: 2 },
        },
      },
      {
        // Long forms of tests whose short form is in another project; `npm run test:long` runs them.
        test: {
          name: 'long',
          expect,
          include: [`${CODE}/*.long.test.ts`],
          exclude: NEVER,
          maxWorkers: 1,
          sequence: { groupOrder: 3 },
        },
      },
    ],
  },
});
