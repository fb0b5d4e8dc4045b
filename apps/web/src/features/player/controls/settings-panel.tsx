import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import { QUALITY_AUTO, type Quality } from '../engine/stream-engine.ts';
import type { LivePlayer } from '../state/live-player.ts';
import { savePreferences, usePreferences } from '../state/player-preferences.ts';
import { usePlayerProgress, usePlayerSnapshot } from '../state/use-live-player.ts';
import styles from './settings-panel.module.css';
import { Switch } from './switch.tsx';

function SpoilerSwitch() {
  const { t } = useLingui();
  const { spoilerSafe } = usePreferences();
  return (
    <Switch
      label={t`No spoilers`}
      hint={t`Results, cheers and chat stay in sync with your picture`}
      checked={spoilerSafe}
      onChange={(on) => savePreferences({ spoilerSafe: on })}
    />
  );
}

export interface SettingsPanelProps {
  readonly player: LivePlayer | null;
  /** Whether the switch of spoiler protection is shown. */
  readonly spoilers: boolean;
}

const qualityName = ({ height, bitsPerSecond }: Quality): string =>
  height > 0 ? `${height}p` : `${(bitsPerSecond / 1_000_000).toFixed(1)} Mbps`;

/** Shows latency and stalls. Rendered only while the menu is open, because both values change all the time. */
function Figures({ player }: { readonly player: LivePlayer | null }) {
  const { t } = useLingui();
  const { latencyS, stalls } = usePlayerProgress(player);
  const seconds = latencyS === null ? '–' : latencyS.toFixed(1);
  return (
    <dl className={styles.figures}>
      <div>
        <dt>{t`Delay behind the stadium`}</dt>
        <dd>{latencyS === null ? seconds : t`${seconds} s`}</dd>
      </div>
      <div>
        <dt>{t`Playback stalls`}</dt>
        <dd>{stalls}</dd>
      </div>
    </dl>
  );
}

function Qualities({ player }: { readonly player: LivePlayer }) {
  const { t } = useLingui();
  const name = useId();
  const { qualities, quality } = usePlayerSnapshot(player);
  if (qualities.length < 2) return null;
  const sorted = [...qualities].sort((a, b) => b.bitsPerSecond - a.bitsPerSecond);
  const choices = [
    { id: QUALITY_AUTO, label: t`Automatic` },
    ...sorted.map((one) => ({ id: one.id, label: qualityName(one) })),
  ];
  return (
    <fieldset className={styles.choices}>
      <legend>{t`Quality`}</legend>
      {choices.map(({ id, label }) => (
        <label key={id} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={quality === id}
            onChange={() => player.setQuality(id)}
          />
          <span>{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

/** The switches for data saver and audio only, if the stream offers them. */
function Savers({ player }: { readonly player: LivePlayer }) {
  const { t } = useLingui();
  const { qualities, quality, dataSaver, audio } = usePlayerSnapshot(player);
  return (
    <>
      {qualities.length > 1 ? (
        <Switch
          label={t`Data saver`}
          hint={t`Lower quality, chosen automatically`}
          checked={dataSaver && quality === QUALITY_AUTO}
          onChange={(on) => {
            savePreferences({ dataSaver: on });
            if (on) player.setQuality(QUALITY_AUTO);
            player.setDataSaver(on);
          }}
        />
      ) : null}
      {audio === 'none' ? null : (
        <Switch
          label={t`Sound only`}
          hint={t`No picture, least data`}
          checked={audio === 'on'}
          onChange={(on) => {
            savePreferences({ audioOnly: on });
            player.setAudioOnly(on);
          }}
        />
      )}
    </>
  );
}

function LowLatency({ player }: { readonly player: LivePlayer }) {
  const { t } = useLingui();
  const { realtime, linkThin } = usePlayerSnapshot(player);
  if (realtime === 'none') return null;
  return (
    <>
      <Switch
        label={t`Low latency`}
        checked={realtime === 'on'}
        onChange={(on) => player.setRealtime(on)}
      />
      {realtime === 'lost' ? (
        <p className={styles.hint} role="status">
          {linkThin
            ? t`Your connection is too slow for low latency.`
            : t`Low latency does not work on this connection.`}
        </p>
      ) : null}
    </>
  );
}

/** The content of the settings menu, loaded when it opens. */
export function SettingsPanel({ player, spoilers }: SettingsPanelProps) {
  return (
    <>
      {player === null ? null : (
        <>
          <Qualities player={player} />
          <LowLatency player={player} />
          <Savers player={player} />
        </>
      )}
      {spoilers ? <SpoilerSwitch /> : null}
      <Figures player={player} />
    </>
  );
}
