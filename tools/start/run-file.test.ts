import { expect, test } from 'vitest';
import { parsePreparation } from './run-file.ts';

test('finds the result in the output of the preparation', () => {
  const output = [
    'a warning of a library',
    '{"level":30,"msg":"migrated"}',
    '{"accounts":{"fans":[{"phone":"0812345001","password":"ringside1"}],"operators":[]},"stream_key":"k","codes":["A"]}',
    '',
  ].join('\n');
  expect(parsePreparation(output)).toEqual({
    accounts: { fans: [{ phone: '0812345001', password: 'ringside1' }], operators: [] },
    stream_key: 'k',
    codes: ['A'],
    setup_url: '',
  });
});

test('fails if the output of the preparation has no result', () => {
  expect(() => parsePreparation('{"level":30}\n')).toThrow('returned no result');
});
