import type { Bus } from '../../../platform/bus/bus.ts';
import { MediaEvent } from './media-hook-rules.ts';
import type { MediaHooksStore } from './media-hooks.store.ts';

export interface MediaEventDeps {
  readonly store: MediaHooksStore;
  readonly bus: Bus;
  /** The reporting origin; `null` for an engine without leases. */
  readonly originId: string | null;
  /** Records that these watch sessions have requested a playlist. */
  readonly recordSeen: (watchSessionIds: readonly string[]) => Promise<void>;
}

async function handleEvent(
  { store, bus, originId, recordSeen }: MediaEventDeps,
  event: MediaEvent,
): Promise<void> {
  if (event.type === 'readers') {
    if (event.watch_session_ids.length > 0) await recordSeen(event.watch_session_ids);
    return;
  }
  const at = new Date(event.at);
  if (event.type === 'stream_stats') {
    const { type: _type, at: _at, channel_id: channelId, ...stats } = event;
    const isSwitched = await store.setStats(channelId, stats, at, originId);
    if (isSwitched) bus.publish('staff:changed', { topic: 'show' });
    return;
  }
  if (event.type === 'picture_shown') {
    await store.addPicture(event.channel_id, new Date(event.from), new Date(event.to));
    return;
  }
  if (event.type === 'publish_refused') {
    await store.setRefusal(event.channel_id, event.reason, at);
    bus.publish('staff:changed', { topic: 'show' });
    return;
  }
  const publishing = event.type === 'publish_started';
  const changed = await store.setPublishing(event.channel_id, publishing, at, originId);
  if (!changed) return;
  for (const programLiveId of await store.findLivesOnChannel(event.channel_id)) {
    bus.publish('live:changed', { programLiveId });
  }
}

/**
 * Handles the events of a media report in order. Skips invalid and unknown events, so that the other events
 * are not lost.
 *
 * @returns how many events were handled
 */
export async function handleMediaEvents(
  deps: MediaEventDeps,
  events: readonly unknown[],
): Promise<number> {
  let handled = 0;
  for (const raw of events) {
    const event = MediaEvent.safeParse(raw);
    if (!event.success) continue;
    await handleEvent(deps, event.data);
    handled += 1;
  }
  return handled;
}
