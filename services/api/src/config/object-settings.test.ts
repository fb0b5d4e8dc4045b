import { readEnvironment } from '@sangwian/node-kit/environment';
import { expect, test } from 'vitest';
import { ObjectSettings } from './object-settings.ts';

const read = (values: Record<string, string>) => readEnvironment(ObjectSettings, values);
const KEYS = { OBJECTS_KEY: 'key', OBJECTS_SECRET: 'secret' };

test('objects are stored as files without a bucket, and a bucket needs its access keys', () => {
  expect(read(KEYS)).toBeNull();
  for (const name of Object.keys(KEYS)) {
    const values = { OBJECTS_URL: 's3://ringside', ...KEYS, [name]: '' };
    expect(() => read(values)).toThrow(`${name} is not set`);
  }
});

test('reads the bucket, a folder in it, its endpoint and its region', () => {
  expect(read({ OBJECTS_URL: 's3://ringside', ...KEYS, OBJECTS_REGION: 'ap-southeast-7' })).toEqual(
    {
      bucket: 'ringside',
      prefix: '',
      endpoint: 'https://s3.ap-southeast-7.amazonaws.com',
      region: 'ap-southeast-7',
      key: 'key',
      secret: 'secret',
    },
  );
  const OBJECTS_ENDPOINT = 'http://127.0.0.1:9000/';
  expect(read({ OBJECTS_URL: 's3://ringside/site/', ...KEYS, OBJECTS_ENDPOINT })).toMatchObject({
    prefix: 'site/',
    endpoint: 'http://127.0.0.1:9000',
    region: 'us-east-1',
  });
});

test.each(['ringside', 'https://s3.example/ringside', 's3://', 's3://Ring Side', 's3://a?b=c'])(
  'refuses %s as the address of a bucket',
  (OBJECTS_URL) => {
    expect(() => read({ OBJECTS_URL, ...KEYS })).toThrow('OBJECTS_URL must be');
  },
);
