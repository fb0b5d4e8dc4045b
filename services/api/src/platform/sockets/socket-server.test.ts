import { createLogger } from '@sangwian/node-kit/logger';
import { expect, test } from 'vitest';
import { createSocketServer } from './socket-server.ts';

test('refuses a second owner of a namespace', () => {
  const server = createSocketServer({
    origins: [],
    appKey: 'key',
    authenticate: () => Promise.reject(new Error('sign-in is not part of this test')),
    logger: createLogger('test', 'silent'),
    trustProxy: [],
    socketsPerAddressMax: 0,
    nodeId: 'a node',
    counters: null,
  });
  const options = { membersOnly: false, onConnection: () => {} };
  server.open('/event', options);
  expect(() => server.open('/event', options)).toThrow('/event');
  expect(server.open('/kick', options).name).toBe('/kick');
});
