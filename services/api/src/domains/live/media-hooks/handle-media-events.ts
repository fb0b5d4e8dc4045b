import type { Bus } from '../../../platform/bus/bus.ts';
import { MediaEvent } from './media-hook-rules.ts';
import type { MediaHooksStore } from './media-hooks.store.ts';

export interface MediaEventDeps {
  readonly store: MediaHooksStore;
  readonly bus: Bus;
  /** Playlist requests of these watch sessions were seen. */
  readonly seen: (watchSessionIds: readonly string[]) => Promise<void>;
}

async function handleEvent({ store, bus, seen }: MediaEventDeps, event: MediaEvent): Promise<void> {
  if (event.type === 'readers') {
    if (event.watch_session_ids.length > 0) await seen(event.watch_session_ids);
    return;
  }
  const at = new Date(event.at);
  if (event.type === 'stream_stats') {
    const { type: _type, at: _at, channel_id: channelId, ...stats } = event;
    await store.setStats(channelId, stats, at);
    return;
  }
  const changed = await store.setPublishing(event.channel_id, event.type === 'publish_started', at);
  if (!changed) return;
  for (const programLiveId of await store.findLivesOn(event.channel_id)) {
    bus.publish('live:changed', { programLiveId });
  }
}

/**
 * Takes a report of the media process, event after event. What does not fit is passed over: one odd event must not
 * lose the others.
 *
 * @returns how many were taken
 */
export async function handleMediaEvents(
  deps: MediaEventDeps,
  events: readonly unknown[],
): Promise<number> {
  let taken = 0;
  for (const raw of events) {
    const event = MediaEvent.safeParse(raw);
    if (!event.success) continue;
    await handleEvent(deps, event.data);
    taken += 1;
  }
  return taken;
}
