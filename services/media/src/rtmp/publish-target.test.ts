import { expect, test } from 'vitest';
import { applicationName, readPublishTarget } from './publish-target.ts';

const emptyTarget = {
  ...{ user: '', password: '', token: '', query: '', rendition: '' },
  ...{ standby: false, backup: false },
};

test.each([
  ['the name is the key', 'live', 'rtmp://host/live', 'key', { path: 'live', token: 'key' }],
  [
    'a token follows the name',
    'live',
    '',
    'camera?token=key',
    { path: 'live/camera', token: 'key', query: 'token=key' },
  ],
  [
    'a token follows the application, without a name',
    'live?token=key',
    'rtmp://host/live?token=key',
    '',
    { path: 'live', token: 'key', query: 'token=key' },
  ],
  [
    'a token is only in the address',
    'live',
    'rtmp://host/live?token=key',
    'camera',
    { path: 'live/camera', token: 'key', query: 'token=key' },
  ],
  [
    'user and password follow the name',
    'live',
    '',
    'camera?user=lumpinee&pass=s%26cret',
    {
      path: 'live/camera',
      user: 'lumpinee',
      password: 's&cret',
      query: 'user=lumpinee&pass=s%26cret',
    },
  ],
  [
    'the name’s token overrides the application’s',
    'live?token=old',
    '',
    'camera?token=new',
    { path: 'live/camera', token: 'new', query: 'token=new' },
  ],
  [
    'a standby parameter follows the key',
    'live',
    '',
    'key?standby=1',
    { path: 'live', token: 'key', query: 'standby=1', standby: true },
  ],
  [
    'a rendition follows the key',
    'live',
    '',
    'key_with_parts_720p',
    { path: 'live', token: 'key_with_parts', rendition: '720p' },
  ],
  [
    'a rendition follows the name',
    'live',
    '',
    'camera_1080p60?token=key',
    { path: 'live/camera', token: 'key', rendition: '1080p60', query: 'token=key' },
  ],
  [
    'a rendition is in the query',
    'live',
    '',
    'key?rendition=480p',
    { path: 'live', token: 'key', rendition: '480p', query: 'rendition=480p' },
  ],
  ['extra slashes are ignored', 'live/', '', '/key', { path: 'live', token: 'key' }],
])('%s', (_, app, tcUrl, name, expected) => {
  expect(readPublishTarget(app, tcUrl, name)).toEqual({ ...emptyTarget, ...expected });
});

test.each([
  ['no key', ''],
  ['an empty token', '?token='],
  ['a user without password or key', '?user=lumpinee'],
  ['parameters that are too long', `key?x=${'y'.repeat(3_000)}`],
  ['a key that is too long', 'k'.repeat(3_000)],
])('%s yields no target', (_, name) => {
  expect(readPublishTarget('live', '', name)).toBeNull();
});

test('the application name has no parameters and no outer slashes', () => {
  expect(applicationName('/live/?token=key')).toBe('live');
  expect(applicationName('live/extra')).toBe('live/extra');
});

test('a backup is never a standby, and keeps the rendition of its key', () => {
  expect(readPublishTarget('live', '', 'key_720p?backup=1&standby=1')).toMatchObject({
    ...{ token: 'key', rendition: '720p', backup: true, standby: false },
  });
  expect(readPublishTarget('live', '', 'key?backup=0')).toMatchObject({ backup: false });
});
