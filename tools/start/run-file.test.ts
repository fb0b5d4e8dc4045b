import { expect, test } from 'vitest';
import { parsePreparation } from './run-file.ts';

test('the preparation’s line is found among its other output', () => {
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
  });
});

test('a preparation that says nothing is a failure', () => {
  expect(() => parsePreparation('{"level":30}\n')).toThrow('did not say');
});
