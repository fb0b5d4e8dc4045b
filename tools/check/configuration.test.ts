import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { VARIABLES } from '@sangwian/node-kit/variables';
import { describe, expect, it } from 'vitest';

const documented = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| |\s*\|$/g, '').trim()));

describe('docs/configuration.md', () => {
  it('has a row for every variable, in the order of the schema, with its default', () => {
    expect(documented).toEqual(
      Object.entries(VARIABLES).map(([name, { def, description }]) => [
        `\`${name}\``,
        def.defaultValue === '' ? '–' : `\`${def.defaultValue}\``,
        description,
      ]),
    );
  });
});
