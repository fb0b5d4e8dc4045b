import { readEnvironment } from '@sangwian/node-kit/environment';
import { expect, test } from 'vitest';
import { OutboundSettings } from './outbound-settings.ts';

const hosts = (values: Record<string, string>) => readEnvironment(OutboundSettings, values).hosts;

test('without providers only the listed hosts may be called', () => {
  expect(hosts({})).toEqual(['api.line.me', '*.omise.co', '*.amazonaws.com']);
  expect(hosts({ OUTBOUND_HOSTS: '' })).toEqual([]);
});

test('the hosts of configured URLs may be called, and the endpoint of objects only with a bucket', () => {
  const values = {
    OUTBOUND_HOSTS: '',
    LINE_ISSUER: 'https://access.line.me',
    RATES_URL: 'https://api.frankfurter.dev/v1',
    OBJECTS_ENDPOINT: 'https://objects.example:9000',
  };
  expect(hosts(values)).toEqual(['access.line.me', 'api.frankfurter.dev']);
  expect(hosts({ ...values, OBJECTS_URL: 's3://pictures' })).toEqual([
    'access.line.me',
    'api.frankfurter.dev',
    'objects.example',
    '*.objects.example',
  ]);
});
