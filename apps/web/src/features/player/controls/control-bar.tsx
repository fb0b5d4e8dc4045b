import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import {
  Airplay,
  Cast,
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  Volume2,
  VolumeX,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { LivePlayer } from '../state/live-player.ts';
import { isCutOff } from '../state/player-status.ts';
import { usePlayerPart, usePlayerProgress, usePlayerSnapshot } from '../state/use-live-player.ts';
import styles from './control-bar.module.css';
import { Range } from './range.tsx';
import type { RemoteScreen } from './remote-playback.ts';
import { SettingsMenu } from './settings-menu.tsx';
import { formatBehind } from './time-behind.ts';

/** The minimum length of a rewind window that gets a slider. */
const REWIND_MIN_S = 15;

interface ModeButton {
  readonly on: boolean;
  readonly toggle: () => void;
}

interface ControlBarProps {
  readonly player: LivePlayer | null;
  readonly fullscreen: ModeButton;
  readonly picture: ModeButton & { readonly supported: boolean };
  readonly spoilers: boolean;
  readonly remote: RemoteScreen;
  /** Additional buttons that the page provides. */
  readonly actions: ReactNode;
  readonly onMenu: (open: boolean) => void;
}

function RewindSlider({ player }: { readonly player: LivePlayer | null }) {
  const { t } = useLingui();
  const { positionS, fromS, toS, atLive } = usePlayerProgress(player);
  const stopped = usePlayerPart(player, ({ status }) => isCutOff(status));
  const behind = formatBehind(toS - positionS);
  if (stopped || toS - fromS < REWIND_MIN_S) return <div className={styles.rewind} />;
  return (
    <div className={styles.rewind}>
      <Range
        label={t`Rewind`}
        min={Math.floor(fromS)}
        max={Math.floor(toS)}
        step={1}
        value={atLive ? Math.floor(toS) : Math.min(Math.floor(positionS), Math.floor(toS))}
        valueText={atLive ? t`Live` : behind}
        onChange={(value) =>
          value >= Math.floor(toS) ? player?.goLive() : player?.position.seekTo(value)
        }
      />
    </div>
  );
}

/** Shows whether playback is live; a press returns to live. */
function LiveButton({ player }: { readonly player: LivePlayer | null }) {
  const { t } = useLingui();
  const { positionS, toS, atLive } = usePlayerProgress(player);
  const stopped = usePlayerPart(player, ({ status }) => isCutOff(status));
  const behind = formatBehind(toS - positionS);
  if (stopped) {
    return (
      <span className={styles.live}>
        <span className={styles.dot} aria-hidden="true" />
        {t`LIVE`}
      </span>
    );
  }
  return (
    <button
      type="button"
      className={classNames(styles.live, atLive && styles.atLive)}
      aria-label={atLive ? t`You are watching live` : t`Go to live, you are at ${behind}`}
      onClick={() => player?.goLive()}
    >
      <span className={styles.dot} aria-hidden="true" />
      <span>{t`LIVE`}</span>
      {atLive ? null : <span className={styles.behind}>{behind}</span>}
    </button>
  );
}

function Volume({ player }: { readonly player: LivePlayer | null }) {
  const { t } = useLingui();
  const { muted, volume } = usePlayerSnapshot(player);
  const loudness = muted ? 0 : volume;
  const percent = Math.round(loudness * 100);
  return (
    <div className={styles.volume}>
      <IconButton
        label={muted ? t`Unmute` : t`Mute`}
        aria-keyshortcuts="m"
        onClick={() => player?.sound.setMuted(!muted)}
      >
        {loudness === 0 ? (
          <VolumeX aria-hidden="true" size={20} />
        ) : (
          <Volume2 aria-hidden="true" size={20} />
        )}
      </IconButton>
      <Range
        className={styles.loudness}
        label={t`Volume`}
        min={0}
        max={1}
        step={0.05}
        value={loudness}
        valueText={`${percent}%`}
        onChange={(value) => player?.sound.setVolume(value)}
      />
    </div>
  );
}

export function ControlBar(props: ControlBarProps) {
  const { player, fullscreen, picture, spoilers, remote, actions, onMenu } = props;
  const { t } = useLingui();
  const { paused, height, audio } = usePlayerSnapshot(player);
  return (
    <div className={styles.bar}>
      <RewindSlider player={player} />
      <div className={styles.row}>
        <IconButton
          label={paused ? t`Play` : t`Pause`}
          aria-keyshortcuts="k"
          onClick={() => player?.togglePlay()}
        >
          {paused ? <Play aria-hidden="true" size={20} /> : <Pause aria-hidden="true" size={20} />}
        </IconButton>
        <Volume player={player} />
        <LiveButton player={player} />
        <span className={styles.space} />
        {height > 0 && audio !== 'on' ? <span className={styles.height}>{height}p</span> : null}
        {actions}
        <SettingsMenu {...{ player, spoilers }} onOpenChange={onMenu} />
        {remote.available || remote.on ? (
          <IconButton
            label={remote.kind === 'airplay' ? t`AirPlay` : t`Play on another screen`}
            aria-pressed={remote.on}
            className={classNames(remote.on && styles.pressed)}
            onClick={remote.choose}
          >
            {remote.kind === 'airplay' ? (
              <Airplay aria-hidden="true" size={20} />
            ) : (
              <Cast aria-hidden="true" size={20} />
            )}
          </IconButton>
        ) : null}
        {picture.supported ? (
          <IconButton
            label={picture.on ? t`Exit picture in picture` : t`Picture in picture`}
            aria-keyshortcuts="p"
            className={styles.inPicture}
            onClick={picture.toggle}
          >
            <PictureInPicture2 aria-hidden="true" size={20} />
          </IconButton>
        ) : null}
        <IconButton
          label={fullscreen.on ? t`Exit full screen` : t`Full screen`}
          aria-keyshortcuts="f"
          onClick={fullscreen.toggle}
        >
          {fullscreen.on ? (
            <Minimize aria-hidden="true" size={20} />
          ) : (
            <Maximize aria-hidden="true" size={20} />
          )}
        </IconButton>
      </div>
    </div>
  );
}
