import { Trans, useLingui } from '@lingui/react/macro';
import type { HealthChannel, HealthMedia } from '@sangwian/contract/endpoints/operator/health';
import { formatCoins } from '@sangwian/i18n/format-number';
import { VideoOff } from 'lucide-react';
import { FindingList } from '../../shared/findings/finding-list.tsx';
import { useStreamFindingText } from '../../shared/findings/stream-finding-text.ts';
import { Chip } from '../../shared/ui/chip.tsx';
import { Panel, PanelBody } from '../../shared/ui/panel.tsx';
import { Empty } from '../../shared/ui/states.tsx';
import styles from './health-place.module.css';

const MEGABIT = 1_000_000;

function Channel({ channel }: { readonly channel: HealthChannel }) {
  const textOf = useStreamFindingText();
  const { viewers, height, frame_rate: rate, bitrate_bps: bps } = channel;
  const picture = [
    ...(height === null ? [] : [`${height}p${rate === null ? '' : Math.round(rate)}`]),
    ...(channel.codecs === null ? [] : [channel.codecs]),
    ...(bps === 0 ? [] : [`${(bps / MEGABIT).toFixed(1)} Mbps`]),
  ];
  const hls = formatCoins(viewers.hls);
  const webrtc = formatCoins(viewers.webrtc);
  return (
    <section className={styles.channel} aria-label={channel.channel_id}>
      <div className={styles.channelHead}>
        <span className={styles.mono}>{channel.channel_id}</span>
        {channel.publishing ? (
          <Chip tone="ok">{(channel.protocol ?? 'live').toUpperCase()}</Chip>
        ) : (
          <Chip tone="warn">
            <Trans>No publisher</Trans>
          </Chip>
        )}
        <span className={styles.weak}>{picture.join(' · ')}</span>
        <span className={styles.weak}>
          <Trans>
            Viewers: {hls} HLS, {webrtc} WebRTC
          </Trans>
        </span>
      </div>
      <FindingList
        className={styles.findings}
        findings={channel.findings.map((finding) => ({
          ...{ id: finding.finding, level: finding.level },
          ...textOf(finding),
        }))}
      />
    </section>
  );
}

/** The media processes with their channels, and the findings of each stream by the same rules as in Tonight. */
export function MediaPanel({ media }: { readonly media: readonly HealthMedia[] }) {
  const { t } = useLingui();
  const channels = media.flatMap((process) => process.channels);
  return (
    <Panel
      title={t`Media`}
      actions={media.map(({ nodes, answers }) => {
        const names = nodes.join(', ');
        return (
          <Chip key={names} tone={answers ? 'plain' : 'warn'}>
            {answers ? <Trans>Process of {names}</Trans> : <Trans>{names}: no answer</Trans>}
          </Chip>
        );
      })}
    >
      {channels.length === 0 ? (
        <PanelBody>
          <Empty icon={VideoOff} title={t`Nothing is published`}>
            <Trans>A channel appears here as soon as an encoder publishes it.</Trans>
          </Empty>
        </PanelBody>
      ) : (
        channels.map((channel) => <Channel key={channel.channel_id} channel={channel} />)
      )}
    </Panel>
  );
}
