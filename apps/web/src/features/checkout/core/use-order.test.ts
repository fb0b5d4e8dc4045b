import type { Order } from '@sangwian/contract/endpoints/orders';
import { afterEach, expect, it, vi } from 'vitest';
import { createQueryClient } from '../../../shared/api/query-client.ts';
import { orderQuery } from './use-order.ts';

const ID = '019a0000-0000-7000-8000-000000000001';
const order = (status: Order['status'], now: string) => ({ order_id: ID, status, now }) as Order;

afterEach(() => vi.unstubAllGlobals());

it('keeps the order with the later server time when an older response arrives late', async () => {
  const client = createQueryClient();
  const query = orderQuery('member', ID);
  const answers = [
    order('paid', '2026-11-21T12:00:05.000Z'),
    order('waiting', '2026-11-21T12:00:01.000Z'),
  ];
  vi.stubGlobal('fetch', async () => Response.json({ data: answers.shift() }));
  await client.fetchQuery(query);
  await client.fetchQuery(query);
  expect(client.getQueryData(query.queryKey)).toMatchObject({ order: { status: 'paid' } });
});
