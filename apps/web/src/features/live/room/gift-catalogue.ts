import type { Gift } from '@sangwian/contract/endpoints/gifts';
import { useEffect } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { createStore, useStore } from '../../../shared/store.ts';

/** Between two tries of a page that is shown a gift it does not know. */
const AGAIN_MS = 30_000;

const NONE: readonly Gift[] = [];
const store = createStore<readonly Gift[] | null>(null);
let askedMs = Number.NEGATIVE_INFINITY;
let asking: Promise<boolean> | null = null;

async function fetchGifts(): Promise<boolean> {
  askedMs = Date.now();
  try {
    store.set((await callApi('GET /gift', {})).data);
    return true;
  } catch {
    return false;
  } finally {
    asking = null;
  }
}

/** Fetches the catalogue anew: its prices may have changed. Whether it came. */
export function refreshGifts(): Promise<boolean> {
  asking ??= fetchGifts();
  return asking;
}

/** The gifts that can be sent, the smallest first; `null` until they are there. Fetched once for all who ask. */
export function useGifts(): readonly Gift[] | null {
  const gifts = useStore(store, null);
  useEffect(() => {
    if (store.get() === null) void refreshGifts();
  }, []);
  return gifts;
}

/** One gift by its id; `null` while nothing is known of it. One that is new to the catalogue is asked for. */
export function useGift(giftId: string): Gift | null {
  const gifts = useStore(store, null);
  const gift = (gifts ?? NONE).find(({ gift_id: id }) => id === giftId) ?? null;
  const unknown = gift === null;
  useEffect(() => {
    if (unknown && Date.now() - askedMs > AGAIN_MS) void refreshGifts();
  }, [unknown]);
  return gift;
}
