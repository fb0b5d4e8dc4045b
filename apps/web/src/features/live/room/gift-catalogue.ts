import type { Gift } from '@sangwian/contract/endpoints/gifts';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { apiQuery } from '../../../shared/api/api-query.ts';

/** The minimum time between two requests that are caused by unknown gifts. */
const REREAD_MS = 30_000;

/**
 * The query of the gifts that can be sent, the cheapest first. Fetched once, and again after a changed price or an
 * unknown gift.
 */
export const GIFTS_QUERY = { ...apiQuery('GET /gift', {}), staleTime: Number.POSITIVE_INFINITY };

/** Returns the gifts that can be sent; `null` until they are loaded. */
export const useGifts = (): readonly Gift[] | null => useQuery(GIFTS_QUERY).data ?? null;

/**
 * Returns the gift of an id; `null` while the gift is unknown. An unknown gift triggers a new request of the catalogue.
 */
export function useGift(giftId: string): Gift | null {
  // Every shown gift mounts this hook. If the catalogue cannot be loaded, not every gift must request it again.
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
