import type { CallApi } from '../../shared/api/call-context.ts';
import type { Home } from './home.ts';
import { chooseFeature } from './home-view.ts';

const LIVES_MAX = 40;

/** Reads the lives and the feature's card. Rejects as `callApi` does. */
export async function readHome(call: CallApi, signal?: AbortSignal): Promise<Home> {
  const options = signal ? { signal } : {};
  const { data: lives } = await call('GET /live', { query: { limit: LIVES_MAX } }, options);
  const feature = chooseFeature(lives);
  if (!feature) return { lives, card: null };
  const params = { program_live_id: feature.program_live_id };
  const { data: card } = await call('GET /live/{program_live_id}', { params }, options);
  return { lives, card };
}
