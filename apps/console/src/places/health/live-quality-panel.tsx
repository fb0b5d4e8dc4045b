import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { LivePlayback } from '@sangwian/contract/endpoints/operator/playback';
import type { PlaybackFailure, Transport } from '@sangwian/contract/rules/telemetry';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { useFigures } from './figures.ts';
import styles from './health-place.module.css';
import own from './quality-page.module.css';

function useFailureNames(): Record<PlaybackFailure, string> {
  const { t } = useLingui();
  return {
    joining: t`No answer to the request to watch`,
    loading: t`No first frame`,
    offline: t`No connection`,
    interrupted: t`The stream was interrupted`,
    player_unsupported: t`The browser cannot play`,
    live_unavailable: t`The live was unavailable`,
    stream_not_found: t`The stream was not found`,
    live_not_found: t`The live was not found`,
    token_invalid: t`Signed out`,
    rate_limited: t`Too many requests`,
    refused: t`Refused for another reason`,
  };
}

function Renditions({ live }: { readonly live: LivePlayback }) {
  const { t } = useLingui();
  const { percent } = useFigures();
  const names: Record<Transport, string> = {
    hls: 'HLS',
    native: t`HLS of the browser`,
    webrtc: 'WebRTC',
  };
  return (
    <ul className={own.bars}>
      {live.renditions.map(({ transport, height, share }) => (
        <li key={`${transport} ${height}`}>
          <span>
            {height === 0 ? t`unknown` : `${height}p`} · {names[transport]}
          </span>
          <span className={own.number}>{percent(share)}</span>
          <meter min={0} max={1} value={share} aria-hidden="true" />
        </li>
      ))}
    </ul>
  );
}

interface LiveQualityPanelProps {
  readonly live: LivePlayback;
  readonly title: string;
}

/** The renditions, failures and stopped periods of one live. */
export function LiveQualityPanel({ live, title }: LiveQualityPanelProps) {
  const { t } = useLingui();
  const names = useFailureNames();
  return (
    <Panel title={title}>
      <div className={own.parts}>
        <h3>{t`Watched renditions`}</h3>
        {live.renditions.length === 0 ? <p>{t`Nothing was watched.`}</p> : null}
        <Renditions live={live} />
        <h3>{t`Failed sessions`}</h3>
        {live.failures.length === 0 ? <p>{t`No session failed.`}</p> : null}
        <ul>
          {live.failures.map(({ outcome, code, sessions }) => (
            <li key={`${outcome} ${code}`}>
              <span>
                {names[code]}
                <span className={styles.note}>
                  {outcome === 'never_started' ? t`never started` : t`ended by an error`} ·{' '}
                  <code>{code}</code>
                </span>
              </span>
              <span className={own.number}>{sessions}</span>
            </li>
          ))}
        </ul>
        <h3>{t`Stopped picture`}</h3>
        {live.stopped.length === 0 ? (
          <p>{t`No period in which many players report a stopped picture.`}</p>
        ) : null}
        <ul>
          {live.stopped.map(({ from, to, sessions, ongoing }) => (
            <li key={from}>
              <span>
                <Moment at={from} /> – {ongoing ? t`now` : <Moment at={to} />}
              </span>
              <span className={own.number}>
                <Plural value={sessions} one="# session" other="# sessions" />
              </span>
            </li>
          ))}
        </ul>
        <p className={styles.weak}>
          <Trans>
            One address counts once, so mobile customers of one carrier can count as one session.
          </Trans>
        </p>
      </div>
    </Panel>
  );
}
