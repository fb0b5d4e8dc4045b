import { expect, test } from 'vitest';
import { applicationName, readPublishTarget } from './publish-target.ts';

const nobody = { user: '', password: '', token: '', query: '', rendition: '', standby: false };

test.each([
  ['the name is the key', 'live', 'rtmp://host/live', 'key', { path: 'live', token: 'key' }],
  [
    'a token stands behind the name',
    'live',
    '',
    'camera?token=key',
    { path: 'live/camera', token: 'key', query: 'token=key' },
  ],
  [
    'a token stands behind the application, without a name',
    'live?token=key',
    'rtmp://host/live?token=key',
    '',
    { path: 'live', token: 'key', query: 'token=key' },
  ],
  [
    'a token stands in the address only',
    'live',
    'rtmp://host/live?token=key',
    'camera',
    { path: 'live/camera', token: 'key', query: 'token=key' },
  ],
  [
    'user and password stand behind the name',
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
    'the name’s token goes before the application’s',
    'live?token=old',
    '',
    'camera?token=new',
    { path: 'live/camera', token: 'new', query: 'token=new' },
  ],
  [
    'a standby picture says so behind its key',
    'live',
    '',
    'key?standby=1',
    { path: 'live', token: 'key', query: 'standby=1', standby: true },
  ],
  [
    'a rendition stands behind the key',
    'live',
    '',
    'key_with_parts_720p',
    { path: 'live', token: 'key_with_parts', rendition: '720p' },
  ],
  [
    'a rendition stands behind the name, or in the query',
    'live',
    '',
    'camera_1080p60?token=key',
    { path: 'live/camera', token: 'key', rendition: '1080p60', query: 'token=key' },
  ],
  [
    'a rendition is asked for by name',
    'live',
    '',
    'key?rendition=480p',
    { path: 'live', token: 'key', rendition: '480p', query: 'rendition=480p' },
  ],
  ['slashes are too many', 'live/', '', '/key', { path: 'live', token: 'key' }],
])('%s', (_, app, tcUrl, name, expected) => {
  expect(readPublishTarget(app, tcUrl, name)).toEqual({ ...nobody, ...expected });
});

test.each([
  ['no key', ''],
  ['an empty token', '?token='],
  ['a user without password or key', '?user=lumpinee'],
  ['endless parameters', `key?x=${'y'.repeat(3_000)}`],
  ['an endless key', 'k'.repeat(3_000)],
])('%s leads nowhere', (_, name) => {
  expect(readPublishTarget('live', '', name)).toBeNull();
});

test('the application is what is left without parameters and slashes', () => {
  expect(applicationName('/live/?token=key')).toBe('live');
  expect(applicationName('live/extra')).toBe('live/extra');
});
