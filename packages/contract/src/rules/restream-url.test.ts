import { expect, test } from 'vitest';
import { parseRestreamUrl } from './restream-url.ts';

test('reads the server address of a restream target', () => {
  expect(parseRestreamUrl('rtmp://a.rtmp.youtube.com/live2')).toEqual({
    ...{ isSecure: false, host: 'a.rtmp.youtube.com', port: 1935, app: 'live2' },
  });
  expect(parseRestreamUrl(' rtmps://Live-API-s.facebook.com:443/rtmp/ ')).toEqual({
    ...{ isSecure: true, host: 'live-api-s.facebook.com', port: 443, app: 'rtmp' },
  });
  expect(parseRestreamUrl('rtmps://[2001:db8::1]:2935/app/instance')).toEqual({
    ...{ isSecure: true, host: '2001:db8::1', port: 2935, app: 'app/instance' },
  });
});

test.each([
  'live2',
  'https://example.com/live',
  'file:///etc/passwd',
  'rtmp://example.com',
  'rtmp://example.com/',
  'rtmp://example.com:25/live',
  'rtmp://example.com:99999/live',
  'rtmp://user:password@example.com/live',
  'rtmp://example.com/live?key=1',
  'rtmp://example.com/live#1',
  'rtmp://example.com/live live=1',
  'rtmp://exa mple.com/live',
  'rtmp://-example.com/live',
  'rtmp:///live',
])('refuses %s', (url) => {
  expect(parseRestreamUrl(url)).toBeNull();
});
