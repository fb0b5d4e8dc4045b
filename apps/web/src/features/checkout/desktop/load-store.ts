import type { LoaderFunctionArgs } from 'react-router';
import { loadCoinStore, loadRates } from '../core/wallet-data.ts';

/** Loads the public data of the store, in the browser and on the server. */
export async function loadStore(args: LoaderFunctionArgs) {
  const [store, rates] = await Promise.all([loadCoinStore(args), loadRates(args)]);
  return { store, rates };
}
