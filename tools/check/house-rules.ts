import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { findBrokenLink, findPictureWithoutText } from './document-links.ts';
import { findTimerLoop } from './timer-loops.ts';

const LINES_MAX = 400;
/** Tests that still exceed the limit, with their allowed number of lines. */
const LONG_TESTS: Readonly<Record<string, number>> = {
  'services/api/src/domains/identity/otp/otp.db.test.ts': 430,
  'services/api/src/domains/sport/predict/predict.db.test.ts': 440,
};

interface HouseRule {
  readonly name: string;
  /** Whether the rule applies to a file. */
  readonly applies: (file: string) => boolean;
  /** Returns the violation in a text, or `null`. */
  readonly breach: (text: string, file: string, exists: (path: string) => boolean) => string | null;
}

export interface Breach {
  readonly file: string;
  readonly rule: string;
  readonly found: string;
}

const isCode = (file: string): boolean => /\.(ts|tsx|mjs)$/.test(file);
const isTest = (file: string): boolean => /\.test\.tsx?$/.test(file) || file.startsWith('e2e/');
const isText = (file: string): boolean =>
  !/\.(png|jpg|webp|woff2|flv|mp4|ico|webmanifest)$/.test(file);
const thisFolder = (file: string): boolean => file.startsWith('tools/check/');

const firstMatch = (pattern: RegExp) => (text: string) => pattern.exec(text)?.[0] ?? null;

// The names are split, so that this file does not contain the forbidden host names.
const REGISTRY_HOSTS = [
  ['registry', 'npmjs', 'org'],
  ['registry', 'yarnpkg', 'com'],
  ['deb', 'debian', 'org'],
].map((parts) => parts.join('\\.'));

/** Rules that no linter covers. The name of a rule is its error message. */
const HOUSE_RULES: readonly HouseRule[] = [
  {
    name: `a file has at most ${LINES_MAX} lines`,
    applies: isCode,
    breach: (text, file) => {
      const lines = text.split('\n').length - 1;
      return lines > (LONG_TESTS[file] ?? LINES_MAX) ? `${lines} lines` : null;
    },
  },
  {
    name: 'no code is marked as unfinished',
    applies: (file) => isCode(file) && !thisFolder(file),
    breach: firstMatch(/\b(TODO|FIXME|XXX)\b|[Cc]oming soon|เร็ว ๆ นี้/),
  },
  {
    name: 'the environment is read in one file',
    applies: (file) =>
      isCode(file) &&
      !isTest(file) &&
      !thisFolder(file) &&
      !/^(tools|bench|packages\/testkit)\//.test(file) &&
      file !== 'packages/node-kit/src/environment.ts',
    breach: firstMatch(/process\.env\b/),
  },
  {
    name: 'only the wallet names the tables of the ledger',
    applies: (file) =>
      file.startsWith('services/') &&
      isCode(file) &&
      !file.includes('/domains/money/wallet/') &&
      !isTest(file) &&
      !/-wallet-/.test(file),
    breach: firstMatch(
      /(selectFrom|insertInto|updateTable|deleteFrom|Join)\(\s*'(account|transfer)\b/,
    ),
  },
  {
    name: 'a test waits for a condition, not for a time',
    applies: isTest,
    breach: firstMatch(/waitForTimeout\(|setTimeout\([^,]*,\s*\d{4,}\)/),
  },
  {
    name: 'text from outside is normalised by the contract, which bounds the work',
    applies: (file) =>
      /^(services|apps|packages\/contract)\//.test(file) &&
      isCode(file) &&
      !isTest(file) &&
      file !== 'packages/contract/src/rules/normalize-text.ts',
    breach: firstMatch(/\.normalize\(\s*'NF\w+'/),
  },
  {
    name: 'repeated work of a process is an `every` of node-kit, which backs off, never overlaps and is measured',
    applies: (file) =>
      /^(services|packages\/(node-kit|rtmp))\//.test(file) &&
      isCode(file) &&
      !isTest(file) &&
      !file.includes('/testing/') &&
      file !== 'packages/node-kit/src/every.ts' &&
      // This timer paces the packets of one group of pictures and stops after it.
      file !== 'services/media/src/webrtc/whep-peer.ts',
    breach: findTimerLoop,
  },
  {
    name: 'files that a document links to or shows exist',
    applies: (file) => file.endsWith('.md'),
    breach: findBrokenLink,
  },
  {
    name: 'images of documents have an alternative text',
    applies: (file) => file.endsWith('.md'),
    breach: findPictureWithoutText,
  },
  {
    name: 'no test is skipped or alone',
    applies: (file) => isTest(file) && isCode(file),
    breach: firstMatch(/\b(it|test|describe)\.(only|skip|todo)\b/),
  },
  {
    name: 'imports do not climb more than four folders',
    applies: (file) => isCode(file) && !thisFolder(file),
    breach: firstMatch(/from '(\.\.\/){5,}/),
  },
  {
    name: 'no file contains the host name of a package registry or a path of a machine',
    applies: (file) => isText(file) && !thisFolder(file),
    breach: firstMatch(
      new RegExp(`${REGISTRY_HOSTS.join('|')}|["'\`(= ]/(root|work|home/[a-z]+)/`),
    ),
  },
];

/** Checks files against the house rules. */
export function findBreaches(root: string, files: readonly string[]): Breach[] {
  const exists = (path: string) => existsSync(join(root, path));
  return files.flatMap((file) => {
    const rules = HOUSE_RULES.filter((rule) => rule.applies(file));
    if (rules.length === 0) return [];
    const text = readFileSync(join(root, file), 'utf8');
    return rules.flatMap((rule) => {
      const found = rule.breach(text, file, exists);
      return found === null ? [] : [{ file, rule: rule.name, found }];
    });
  });
}
