import type { LoaderFunctionArgs } from 'react-router';
import { loadCoinStore, loadRates } from '../core/wallet-data.ts';

/** What the store is drawn with, on the server too: it is the same for everybody. */
export async function loadStore(args: LoaderFunctionArgs) {
  const [store, rates] = await Promise.all([loadCoinStore(args), loadRates(args)]);
  return { store, rates };
}
