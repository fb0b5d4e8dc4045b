import type { Live, Match } from '@sangwian/contract/endpoints/live';
import { beforeEach, expect, test } from 'vitest';
import type { CallApi } from '../../../shared/api/call-context.ts';
import { countView, countViewers } from './count-view.ts';

const live = {
  streams: [
    { kind: 'webrtc', match_live_stream_id: 's2', channel_id: 'ring-1' },
    { kind: 'hls', match_live_stream_id: 's1', channel_id: 'ring-1' },
  ],
} as unknown as Live;
const match = { match_id: 'm1' } as Match;

const requests: unknown[] = [];
const call = (async (operation: string, { query }: { query: object }) => {
  requests.push([operation, query]);
  return { data: { count: 2, view_count: 9 } };
}) as unknown as CallApi;
beforeEach(() => {
  requests.length = 0;
});

test('countView sends the stream that is watched and the bout that is shown', async () => {
  await countView(call, live, match);
  expect(requests).toEqual([
    [
      'POST /match/sumViewCount',
      { match_live_stream_id: 's1', match_id: 'm1', channel_id: 'ring-1' },
    ],
  ]);
  await countView(call, { ...live, streams: [] }, match);
  expect(requests).toHaveLength(1);
});

test('countViewers adds up the viewers of all streams of a live', async () => {
  expect(await countViewers(call, live)).toBe(4);
  expect(requests).toEqual([
    ['GET /redist/countViewer', { key: 's2' }],
    ['GET /redist/countViewer', { key: 's1' }],
  ]);
});
