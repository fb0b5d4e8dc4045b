import type { CallApi } from '../../shared/api/call-context.ts';
import type { Home } from './home.ts';
import { chooseFeature } from './home-view.ts';

const LIVES_MAX = 40;

/** Which lives to load: all lives, or only lives that are also offered to partners' members. */
export type LiveList = 'all' | 'external';

/** Loads the lives and the featured live's card. Rejects as `callApi` does. */
export async function readHome(call: CallApi, list: LiveList, signal?: AbortSignal): Promise<Home> {
  const options = { noStore: true, ...(signal ? { signal } : {}) };
  const query = { limit: LIVES_MAX, ...(list === 'external' ? { external: '1' as const } : {}) };
  const { data: lives } = await call('GET /live', { query }, options);
  const feature = chooseFeature(lives);
  if (!feature) return { lives, card: null };
  const params = { program_live_id: feature.program_live_id };
  const { data: card } = await call('GET /live/{program_live_id}', { params, query: {} }, options);
  return { lives, card };
}
