import type { HealthChannel, HealthMedia } from '@sangwian/contract/endpoints/operator/health';
import type { MediaChannel } from '../../../platform/health/media-gaps.ts';
import type { NodeRow } from '../../../platform/nodes/nodes.store.ts';
import type { ChannelHealth } from '../show-desk/show-desk.module.ts';

function presentChannel(health: ChannelHealth, seen: MediaChannel | undefined): HealthChannel {
  const { channelId, publishing, height, frameRate, bitrateBps, viewers } = health;
  return {
    ...{ channel_id: channelId, publishing, height, frame_rate: frameRate, viewers },
    protocol: seen?.protocol ?? null,
    codecs: seen?.codecs ?? null,
    bitrate_bps: Math.round(bitrateBps),
    reported_at: health.reportedAt?.toISOString() ?? null,
    findings: [...health.findings],
  };
}

/**
 * Lists the media processes that the nodes report, with their channels. A media process that several nodes report is
 * listed once. A channel without a media process, for example while its encoder is not connected, is listed at the
 * first media process.
 */
export function mergeMedia(
  nodes: readonly NodeRow[],
  channels: readonly ChannelHealth[],
): HealthMedia[] {
  const serving = nodes.filter(({ report }) => report.has_media);
  const groups = Map.groupBy(serving, ({ name, report: { media } }) =>
    // Media processes that do not respond or report no id count as different processes.
    media === null || media.process_id === '' ? name : media.process_id,
  );
  const left = new Map(channels.map((channel) => [channel.channelId, channel]));
  const processes = [...groups.values()].map((group) => {
    const media = group[0]?.report.media ?? null;
    const own = (media?.channels ?? []).flatMap((seen) => {
      const health = left.get(seen.channel_id);
      if (health === undefined || !seen.live) return [];
      left.delete(seen.channel_id);
      return [presentChannel(health, seen)];
    });
    return { nodes: group.map(({ name }) => name), answers: media !== null, channels: own };
  });
  const [first, ...others] = processes;
  if (first === undefined) return [];
  const rest = [...left.values()].map((health) => presentChannel(health, undefined));
  return [{ ...first, channels: [...first.channels, ...rest] }, ...others];
}
