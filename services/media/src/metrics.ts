import { observeTasks } from '@sangwian/node-kit/every';
import { Gauge, Registry } from 'prom-client';
import type { StreamChannels } from './channel/channels.ts';
import type { Delivery } from './http/delivery.ts';
import type { RevocationList } from './http/revocation-list.ts';
import { createLadderMetrics } from './ladder/ladder-metrics.ts';
import type { RecorderStatus } from './recorder/recorder.ts';
import type { StillMaker } from './thumbnails/still-maker.ts';
import { createThumbnailMetrics } from './thumbnails/thumbnail-metrics.ts';

/** Returns the metrics of this process in Prometheus format, read from existing counters at each scrape. */
export function createMetrics(
  channels: StreamChannels,
  delivery: Delivery,
  revocations: RevocationList,
  /** Connections outside node:http. */
  connections: () => number,
  /** WebRTC viewers, including those still connecting. */
  realtimePeers: () => number,
  recording: () => RecorderStatus,
  stills: Pick<StillMaker, 'state'> | null,
): () => Promise<{ contentType: string; text: string }> {
  const registry = new Registry();
  observeTasks(registry);
  const gauge = (name: string, help: string, labelNames: string[] = []) =>
    new Gauge({ name: `sangwian_media_${name}`, help, labelNames, registers: [registry] });

  const live = gauge('channel_live', '1 while it is published', ['channel_id']);
  const renditions = gauge('channel_renditions', 'Renditions that are published', ['channel_id']);
  const viewers = gauge('channel_viewers', 'Watch sessions seen in five seconds', [
    'channel_id',
    'protocol',
  ]);
  const latency = gauge('channel_latency_ms', 'From a picture to its listing', ['channel_id']);
  const memory = gauge('channel_memory_bytes', 'Segments in memory', ['channel_id']);
  const dropped = gauge('channel_dropped_frames', 'Dropped pictures and audio frames', [
    'channel_id',
  ]);
  const ladder = createLadderMetrics(gauge);
  const thumbnails = createThumbnailMetrics(gauge, stills);
  const requests = gauge('answers_total', 'Answers by kind', ['kind']);
  const bytes = gauge('media_bytes_total', 'Bytes of media sent');
  const waiting = gauge('waiting_requests', 'Blocked playlist and part requests');
  const connected = gauge('live_connections', 'Connections served outside node:http');
  const peers = gauge('webrtc_peers', 'WebRTC viewers, including those still connecting');
  const revoked = gauge('revocations', 'Revoked watch sessions');
  const failing = gauge('recording_failing', '1 while recordings cannot be stored');
  const unsent = gauge('recording_unsent_segments', 'Closed segments that wait to be stored');
  const lost = gauge(
    'recording_lost_segments_total',
    'Segments that left the rewind before they could be stored; anything above 0 is an alarm',
  );
  const stored = gauge('recording_stored_bytes_total', 'Bytes of recordings that were stored');
  const resident = gauge('resident_memory_bytes', 'Resident memory of the process');

  return async () => {
    for (const metric of [live, renditions, viewers, latency, memory, dropped]) metric.reset();
    ladder(channels);
    thumbnails(channels);
    for (const channel of channels.values()) {
      const label = { channel_id: channel.id };
      live.set(label, channel.publisher === null ? 0 : 1);
      viewers.set({ ...label, protocol: 'hls' }, channel.viewers);
      viewers.set({ ...label, protocol: 'webrtc' }, channel.realtimeViewers);
      latency.set(label, channel.lead?.latencyMs ?? Number.NaN);
      memory.set(label, channel.memoryBytes);
      renditions.set(label, [...channel.renditions].filter(({ isLive }) => isLive).length);
      const stats = channel.stats();
      if (stats !== null) dropped.set(label, stats.picturesDropped + stats.audioFramesDropped);
    }
    const recorder = recording();
    failing.set(recorder.failingSinceMs === null ? 0 : 1);
    unsent.set(recorder.unsentSegments);
    lost.set(recorder.lostSegments);
    stored.set(recorder.storedBytes);
    const { counts } = delivery;
    for (const kind of ['playlists', 'parts', 'segments', 'thumbnails', 'refused'] as const) {
      requests.set({ kind }, counts[kind]);
    }
    bytes.set(counts.bytes);
    waiting.set(delivery.waiting);
    connected.set(connections());
    peers.set(realtimePeers());
    revoked.set(revocations.size);
    resident.set(process.memoryUsage.rss());
    return { contentType: registry.contentType, text: await registry.metrics() };
  };
}
