import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '@sangwian/node-kit/variables';
import { parseAllDocuments } from 'yaml';

export const DEPLOY = join(import.meta.dirname, '../../deploy');

/** A value in a parsed file. The schemas check its shape. */
// biome-ignore lint/suspicious/noExplicitAny: the schemas check the manifests.
export type Part = any;

export const readText = (path: string): string => readFileSync(join(DEPLOY, path), 'utf8');

export const listFiles = (pattern: string): string[] => globSync(pattern, { cwd: DEPLOY }).sort();

/** Parses all documents of a YAML file. @throws if it is not valid YAML */
export const readYaml = (path: string): Part[] =>
  parseAllDocuments(readText(path), { merge: true }).map((document) => {
    if (document.errors.length > 0) throw new Error(`${path}: ${document.errors.join('\n')}`);
    return document.toJS();
  });

/** Parses lines such as `NAME=value`. */
export const readEnv = (path: string): Record<string, string> =>
  Object.fromEntries(
    readText(path)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Variables of the Compose files themselves, and of third-party images in them. */
const COMPOSE_VARIABLES = /^(SITE_HOST|POSTGRES_\w+)$/;
/** A placeholder that the deployment replaces. */
const PLACEHOLDER = /\$\{/;

/** Returns an error for each variable that is unknown or has an invalid value. */
export const findWrongVariables = (values: Readonly<Record<string, unknown>>): string[] =>
  Object.entries(values).flatMap(([name, value]) => {
    if (COMPOSE_VARIABLES.test(name)) return [];
    const kind = (VARIABLES as Readonly<Record<string, { safeParse(text: string): Part }>>)[name];
    if (kind === undefined) return [`${name} is no variable of Sangwian`];
    const text = String(value);
    if (PLACEHOLDER.test(text)) return [];
    const result = kind.safeParse(text);
    return result.success ? [] : [`${name} ${result.error.issues[0]?.message}`];
  });
