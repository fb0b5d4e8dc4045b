import { expect, test } from 'vitest';
import { resolveTarget } from './resolve-target.ts';

const resolve = (url: string, found: readonly string[], attempt = 0, privateHosts: string[] = []) =>
  resolveTarget(url, { privateHosts, attempt }, async () => found);
const URL = 'rtmp://partner.example/live';

test('connects to public addresses only, to another one at each attempt', async () => {
  const found = ['10.0.0.1', '203.0.113.7', '2001:db8::7', '::1'];
  expect(await resolve(URL, found)).toMatchObject({ ip: '203.0.113.7', port: 1935, app: 'live' });
  expect(await resolve(URL, found, 1)).toMatchObject({ ip: '2001:db8::7' });
  expect(await resolve(URL, found, 2)).toMatchObject({ ip: '203.0.113.7' });
});

test.each(['127.0.0.1', '10.1.2.3', '169.254.169.254', '192.168.1.4', '::1', 'fe80::1', 'fd00::1'])(
  'refuses a name that points to %s',
  async (address) => {
    expect(await resolve(URL, [address])).toBe('address_refused');
  },
);

test('refuses private addresses that are written as such', async () => {
  const options = { privateHosts: [], attempt: 0 };
  expect(await resolveTarget('rtmp://127.0.0.1/live', options)).toBe('address_refused');
  expect(await resolveTarget('rtmp://[::1]/live', options)).toBe('address_refused');
  expect(await resolveTarget('rtmp://[::ffff:10.0.0.1]/live', options)).toBe('address_refused');
  expect(await resolveTarget('https://203.0.113.7/live', options)).toBe('address_refused');
});

test('sends to a private host that the configuration lists', async () => {
  expect(await resolve(URL, ['10.0.0.1'], 0, ['partner.example'])).toMatchObject({
    ip: '10.0.0.1',
  });
});

test('says that a name cannot be found', async () => {
  const fails = async (): Promise<string[]> => Promise.reject(new Error('ENOTFOUND'));
  expect(await resolveTarget(URL, { privateHosts: [], attempt: 0 }, fails)).toBe('unreachable');
});
