import { useLingui } from '@lingui/react/macro';
import { IconButton } from '@sangwian/ui/button';
import {
  Maximize,
  Minimize,
  Pause,
  PictureInPicture2,
  Play,
  RotateCcw,
  RotateCw,
  Volume2,
  VolumeX,
} from 'lucide-react';
import { Suspense, useLayoutEffect, useRef, useState } from 'react';
import bar from '../../player/controls/control-bar.module.css';
import { Range } from '../../player/controls/range.tsx';
import { usePlayerSnapshot } from '../../player/state/use-live-player.ts';
import { formatPosition } from './format-position.ts';
import { LazySeekPreview } from './lazy-seek-preview.ts';
import styles from './replay-bar.module.css';
import type { ReplayPlayer } from './replay-player.ts';
import { useReplayProgress } from './use-replay-player.ts';

const STEP_S = 10;

/** A chapter's beginning on the seek bar. */
export interface BarMark {
  readonly id: string;
  readonly atS: number;
}

export interface SeekBarProps {
  readonly player: ReplayPlayer | null;
  /** The position at the right end of the bar: the length, or an estimate that does not tell it. */
  readonly endS: number;
  readonly marks: readonly BarMark[];
  /** Previews show no frame after this position. */
  readonly previewsUntilS: number;
}

function Mark({ share }: { readonly share: number }) {
  const mark = useRef<HTMLSpanElement>(null);
  // Set by script, because the page's CSP forbids style attributes.
  useLayoutEffect(() => {
    mark.current?.style.setProperty('--share', `${share * 100}%`);
  }, [share]);
  return <span ref={mark} className={styles.mark} />;
}

function SeekBar({ player, endS, marks, previewsUntilS }: SeekBarProps) {
  const { t } = useLingui();
  const { positionS } = useReplayProgress(player);
  const toS = Math.max(1, Math.ceil(endS), Math.ceil(positionS));
  const seek = useRef<HTMLDivElement>(null);
  const [first, setFirst] = useState<Event | null>(null);
  const want = ({ nativeEvent }: { readonly nativeEvent: Event }) =>
    setFirst((before) => before ?? nativeEvent);
  return (
    <div className={bar.rewind}>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the handlers load the preview; the slider inside handles the input. */}
      <div ref={seek} className={styles.seek} onPointerEnter={want} onFocus={want}>
        {first === null ? null : (
          <Suspense>
            <LazySeekPreview {...{ seek, first, toS }} url={player?.url} untilS={previewsUntilS} />
          </Suspense>
        )}
        <span className={styles.marks} aria-hidden="true">
          {marks.map(({ id, atS }) =>
            atS > 0 && atS < toS ? <Mark key={id} share={atS / toS} /> : null,
          )}
        </span>
        <Range
          label={t`Position`}
          min={0}
          max={toS}
          step={1}
          value={Math.min(toS, Math.floor(positionS))}
          valueText={formatPosition(positionS)}
          onChange={(value) => player?.position.seekTo(value)}
        />
      </div>
    </div>
  );
}

interface TimeProps {
  readonly player: ReplayPlayer | null;
  readonly showsLength: boolean;
}

function Time({ player, showsLength }: TimeProps) {
  const { t } = useLingui();
  const { positionS, lengthS } = useReplayProgress(player);
  return (
    <span className={styles.time}>
      <span role="timer" aria-label={t`Position`}>
        {formatPosition(positionS)}
      </span>
      {showsLength && lengthS > 0 ? (
        <span className={styles.length}> / {formatPosition(lengthS)}</span>
      ) : null}
    </span>
  );
}

function Volume({ player }: { readonly player: ReplayPlayer | null }) {
  const { t } = useLingui();
  const { muted, volume } = usePlayerSnapshot(player);
  const loudness = muted ? 0 : volume;
  return (
    <div className={bar.volume}>
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
        className={bar.loudness}
        label={t`Volume`}
        min={0}
        max={1}
        step={0.05}
        value={loudness}
        valueText={`${Math.round(loudness * 100)}%`}
        onChange={(value) => player?.sound.setVolume(value)}
      />
    </div>
  );
}

interface Mode {
  readonly on: boolean;
  readonly toggle: () => void;
}

interface ReplayBarProps extends SeekBarProps {
  readonly showsLength: boolean;
  readonly fullscreen: Mode;
  readonly picture: Mode & { readonly supported: boolean };
}

/** The controls of a replay. */
export function ReplayBar(props: ReplayBarProps) {
  const { player, showsLength, fullscreen, picture } = props;
  const { t } = useLingui();
  const { paused, height } = usePlayerSnapshot(player);
  return (
    <div className={bar.bar}>
      <SeekBar {...props} />
      <div className={bar.row}>
        <IconButton
          label={paused ? t`Play` : t`Pause`}
          aria-keyshortcuts="k"
          onClick={() => player?.togglePlay()}
        >
          {paused ? <Play aria-hidden="true" size={20} /> : <Pause aria-hidden="true" size={20} />}
        </IconButton>
        <IconButton
          label={t`10 seconds back`}
          aria-keyshortcuts="j"
          onClick={() => player?.position.skip(-STEP_S)}
        >
          <RotateCcw aria-hidden="true" size={20} />
        </IconButton>
        <IconButton
          label={t`10 seconds forward`}
          aria-keyshortcuts="l"
          onClick={() => player?.position.skip(STEP_S)}
        >
          <RotateCw aria-hidden="true" size={20} />
        </IconButton>
        <Volume player={player} />
        <Time player={player} showsLength={showsLength} />
        <span className={bar.space} />
        {height > 0 ? <span className={styles.height}>{height}p</span> : null}
        {picture.supported ? (
          <IconButton
            label={picture.on ? t`Exit picture in picture` : t`Picture in picture`}
            aria-keyshortcuts="p"
            className={bar.inPicture}
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
