import { useLingui } from '@lingui/react/macro';
import type { ShowStream } from '@sangwian/contract/endpoints/operator/show';
import { formatCoins } from '@sangwian/i18n/format-number';
import { SmallChart } from '../../shared/charts/small-chart.tsx';
import styles from './stream-charts.module.css';

const MEGABIT = 1_000_000;
/** Below this frame rate, kicks look jerky. */
const LOW_FRAME_RATE = 24;
/** Below this share of the usual bitrate, the chart marks a dip of the upload. */
const DIP_SHARE = 0.6;
/** Returns the values below `low` and their neighbours, so that a line connects them. Other values become `null`. */
const below = (values: readonly (number | null)[], low: number): (number | null)[] => {
  const isLow = (index: number): boolean => {
    const value = values[index];
    return value != null && value < low;
  };
  return values.map((value, index) =>
    isLow(index - 1) || isLow(index) || isLow(index + 1) ? value : null,
  );
};

const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;

/** Bitrate, frame rate, viewers by protocol and latency of a stream. Values out of bounds are orange. */
export function StreamCharts({ stream }: { readonly stream: ShowStream }) {
  const { t } = useLingui();
  const { points, video, latency_ms: latency, viewers, dropped_frames: dropped } = stream;
  const times = points.map(({ at }) => Date.parse(at) / 1_000);
  const rates = points.map(({ bitrate_low_bps: low }) => low / MEGABIT);
  const frameRates = points.map(({ frame_rate: rate }) => rate);
  const lowest = rates.length === 0 ? '–' : Math.min(...rates).toFixed(1);
  const hls = formatCoins(viewers.hls);
  const webrtc = formatCoins(viewers.webrtc);
  const frames = formatCoins(dropped);
  const dips = below(rates, median(rates) * DIP_SHARE);
  const jerks = below(frameRates, LOW_FRAME_RATE);
  const byHls = points.map((point) => point.viewers_hls);
  const byWebrtc = points.map((point) => point.viewers_webrtc);
  const behind = points.map(({ latency_ms: ms }) => (ms === null ? null : ms / 1_000));
  return (
    <div className={styles.charts}>
      <SmallChart
        className={styles.chart}
        label={t`Bitrate`}
        value={video === null ? '–' : (video.bitrate_bps / MEGABIT).toFixed(1)}
        note={t`Mbps · low ${lowest}`}
        times={times}
        lines={[
          { label: t`Bitrate`, values: rates },
          { label: t`Dips`, values: dips, look: 'bad' },
        ]}
      />
      <SmallChart
        className={styles.chart}
        label={t`Frame rate`}
        value={video?.frame_rate == null ? '–' : video.frame_rate.toFixed(1)}
        note={t`fps · ${frames} dropped`}
        times={times}
        lines={[
          { label: t`Frame rate`, values: frameRates },
          { label: t`Dropped frames`, values: jerks, look: 'bad' },
        ]}
      />
      <SmallChart
        className={styles.chart}
        label={t`Viewers`}
        value={formatCoins(viewers.hls + viewers.webrtc)}
        note={t`${hls} HLS · ${webrtc} WebRTC`}
        times={times}
        lines={[
          { label: 'HLS', values: byHls },
          { label: 'WebRTC', values: byWebrtc, look: 'goal' },
        ]}
      />
      <SmallChart
        className={styles.chart}
        label={t`Latency`}
        value={latency === null ? '–' : (latency / 1_000).toFixed(2)}
        note={t`seconds in the server`}
        times={times}
        lines={[{ label: t`Latency`, values: behind }]}
      />
    </div>
  );
}
