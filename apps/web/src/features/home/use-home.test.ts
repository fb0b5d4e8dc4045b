import { QueryClient } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import type { Home, LiveSummary } from './home.ts';
import { homeQuery } from './use-home.ts';

const home = (revision: number, viewers: number): Home => ({
  lives: [{ program_live_id: 'a', revision, viewers } as unknown as LiveSummary],
  card: null,
});

it('keeps the higher revision of a live when an older response arrives late', async () => {
  const client = new QueryClient();
  const answers = [home(7, 10), home(6, 12)];
  const query = { ...homeQuery('all'), queryFn: async () => answers.shift()! };
  await client.fetchQuery(query);
  await client.fetchQuery(query);
  expect(client.getQueryData(query.queryKey)).toEqual(home(7, 12));
});
