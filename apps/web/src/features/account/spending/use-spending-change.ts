import type { Spending } from '@sangwian/contract/endpoints/spending';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { keepWritten } from '../../../shared/api/api-query.ts';
import { type Refusal, refusalOf } from '../../../shared/api/refusal.ts';

/** Changes the limits or the pause. Returns the refusal; `null` after success. */
export type SpendingChange = (
  call: () => Promise<{ readonly data: Spending }>,
) => Promise<Refusal | null>;

/** Returns a function that sends a change and stores its response in the query. */
export function useSpendingChange(queryKey: QueryKey): SpendingChange {
  const client = useQueryClient();
  return async (call) => {
    try {
      const { data } = await call();
      keepWritten<Spending>(client, queryKey, data);
      return null;
    } catch (error) {
      return refusalOf(error);
    }
  };
}
