import type { Gift } from '@sangwian/contract/endpoints/gifts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '../../../shared/api/api-query.ts';

/** The shortest time between two reads for gifts that the catalogue does not have. */
const REREAD_MS = 30_000;

/** The gifts that can be sent, the smallest first. Read once, and again after a changed price or an unknown gift. */
export const GIFTS_QUERY = { ...apiQuery('GET /gift', {}), staleTime: Number.POSITIVE_INFINITY };

/** The gifts that can be sent; `null` until they are read. */
export const useGifts = (): readonly Gift[] | null => useQuery(GIFTS_QUERY).data ?? null;

/** The gift of an id; `null` while it is unknown. An unknown gift makes the catalogue be read again. */
export function useGift(giftId: string): Gift | null {
  // Every gift of a crowd mounts this hook: a catalogue that cannot be read must not be requested by each of them.
  const query = useQuery({ ...GIFTS_QUERY, retryOnMount: false });
  const { data, dataUpdatedAt, errorUpdatedAt, isFetching, refetch } = query;
  const gift = data?.find(({ gift_id: id }) => id === giftId) ?? null;
  const readAtMs = Math.max(dataUpdatedAt, errorUpdatedAt);
  const isUnknown = gift === null && !isFetching;
  useEffect(() => {
    if (isUnknown && Date.now() - readAtMs > REREAD_MS) void refetch();
  }, [isUnknown, readAtMs, refetch]);
  return gift;
}
