import type { Gauge } from 'prom-client';
import type { StreamChannels } from '../channel/channels.ts';
import type { StillMaker } from './still-maker.ts';

/** Creates the metrics of thumbnails; the returned function sets them. */
export function createThumbnailMetrics(
  gauge: (name: string, help: string, labelNames?: string[]) => Gauge,
  maker: Pick<StillMaker, 'state'> | null,
): (channels: StreamChannels) => void {
  const made = gauge('thumbnails_total', 'Key frames that became thumbnails');
  const failures = gauge('thumbnail_failures_total', 'Ends of the thumbnail program');
  const cpu = gauge('thumbnail_cpu_seconds_total', 'Processor time of the thumbnail program');
  const bytes = gauge('channel_thumbnail_bytes', 'Thumbnails in memory', ['channel_id']);
  return (channels) => {
    bytes.reset();
    if (maker === null) return;
    const { state } = maker;
    made.set(state.made);
    failures.set(state.failures);
    cpu.set(state.cpuSeconds);
    for (const { id, thumbnails } of channels.values()) {
      if (thumbnails !== null) bytes.set({ channel_id: id }, thumbnails.storyboard.bytes);
    }
  };
}
