import type { Gauge } from 'prom-client';
import type { StreamChannels } from '../channel/channels.ts';

const LABELS = ['channel_id'];

/** Creates the metrics of ladders; the returned function sets them. */
export function createLadderMetrics(
  gauge: (name: string, help: string, labelNames: string[]) => Gauge,
): (channels: StreamChannels) => void {
  const metrics = {
    rungs: gauge('channel_ladder_rungs', 'Renditions that ffmpeg makes', LABELS),
    dropped: gauge('channel_ladder_dropped', 'Renditions that the machine is too slow for', LABELS),
    restarts: gauge('channel_ladder_restarts_total', 'Restarts of the encoder', LABELS),
    cpu: gauge('channel_ladder_cpu_seconds_total', 'Processor time of the encoder', LABELS),
    behind: gauge(
      'channel_ladder_behind_seconds',
      'From the source to its slowest rendition',
      LABELS,
    ),
  };
  return (channels) => {
    for (const metric of Object.values(metrics)) metric.reset();
    for (const { id, ladder: made } of channels.values()) {
      if (made === null) continue;
      const ladder = made.state;
      const label = { channel_id: id };
      metrics.rungs.set(label, ladder.rungs.length);
      metrics.dropped.set(label, ladder.dropped.length);
      metrics.restarts.set(label, ladder.restarts);
      metrics.cpu.set(label, ladder.cpuSeconds);
      metrics.behind.set(label, (ladder.behindMs ?? Number.NaN) / 1000);
    }
  };
}
