import { expect, it } from 'vitest';
import { UsageError } from '../operator/command-line.ts';
import { readCommand } from './fighter-command.ts';

it('imports a file, or only checks it', () => {
  expect(readCommand(['import', 'a.csv'], 'ann')).toEqual({
    file: 'a.csv',
    dryRun: false,
    by: 'ann',
  });
  expect(readCommand(['import', 'a.csv', '--dry-run', '--by', 'bo'], 'ann')).toEqual({
    file: 'a.csv',
    dryRun: true,
    by: 'bo',
  });
});

it.each([[[]], [['export', 'a.csv']], [['import']], [['import', 'a', 'b']], [['import', '--x']]])(
  'refuses %j with the usage',
  (args) => {
    expect(() => readCommand(args, 'ann')).toThrow(UsageError);
  },
);
