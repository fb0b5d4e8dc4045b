/**
 * `npm run sbom [-- file]`: writes the software bill of materials (CycloneDX 1.6) from package-lock.json, to standard
 * output or to a file.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describeComponents, type PackageLock } from './components.ts';

const lock = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../package-lock.json'), 'utf8'),
) as PackageLock;
const text = `${JSON.stringify(describeComponents(lock, new Date()), null, 2)}\n`;
const [file] = process.argv.slice(2);
if (file === undefined) process.stdout.write(text);
else writeFileSync(resolve(process.env['INIT_CWD'] ?? '.', file), text);
