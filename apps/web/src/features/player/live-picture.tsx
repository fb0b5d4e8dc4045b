import { useLingui } from '@lingui/react/macro';
import { classNames } from '@sangwian/ui/class-names';
import { Play, VolumeX } from 'lucide-react';
import {
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useRef,
  useState,
} from 'react';
import { sceneUrl } from '../../shared/art-url.ts';
import { ControlBar } from './control-bar.tsx';
import styles from './live-picture.module.css';
import type { LivePlayer } from './live-player.ts';
import { PictureNote } from './picture-note.tsx';
import { useFullscreen, usePictureInPicture } from './screen-modes.ts';
import { useCaptions } from './use-captions.ts';
import { useControlsShown, usePlayerSnapshot } from './use-live-player.ts';
import { usePlayerKeys } from './use-player-keys.ts';

interface LivePictureProps {
  /** The page makes the player for this element, with `useLivePlayer`. */
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly player: LivePlayer | null;
  /** Decides which scene is drawn before the first frame. */
  readonly sceneId: string;
  /** Stands in the corner over the picture: what it is, how many watch. */
  readonly badges?: ReactNode;
  /** Stands over all of it instead of the controls, while there is nothing to watch. */
  readonly cover?: ReactNode;
  /** Passes over the picture and takes no pointer: what happens in the hall. */
  readonly overlay?: ReactNode;
  readonly className?: string | undefined;
}

/** The picture with our own controls over it. Nothing beside it moves, whatever it shows. */
export function LivePicture({
  video,
  player,
  sceneId,
  badges,
  cover,
  overlay,
  className,
}: LivePictureProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLElement>(null);
  const surface = useRef<HTMLButtonElement>(null);
  /** The press that the next click ends: by what, and whether the controls were there. */
  const press = useRef({ type: 'mouse', shown: true });
  const [menu, setMenu] = useState(false);
  const { status, paused, started, unmuteOffered, soundless } = usePlayerSnapshot(player);
  const moving = status.name === 'playing' && !paused && !menu;
  const controls = useControlsShown(moving);
  const fullscreen = useFullscreen(frame, video);
  const picture = usePictureInPicture(video);
  const captions = useCaptions(video);
  usePlayerKeys(player, surface, {
    toggleFullscreen: fullscreen.toggle,
    togglePicture: picture.toggle,
    onAction: controls.show,
  });

  /** A mouse plays and pauses; a finger first wants to see what there is. */
  const onSurface = (event: MouseEvent) => {
    const byTouch = event.detail > 0 && press.current.type === 'touch';
    if (!byTouch || paused) player?.togglePlay();
    else if (press.current.shown) controls.hide();
    else controls.show();
  };
  const onMenu = useCallback((open: boolean) => setMenu(open), []);

  const covered = cover !== undefined && cover !== null;
  return (
    <section
      ref={frame}
      aria-label={t`Live picture`}
      className={classNames(styles.frame, controls.shown && styles.shown, className)}
      onPointerMove={(event) => event.pointerType === 'mouse' && controls.show()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && controls.hide()}
      onFocus={(event) => event.target.matches(':focus-visible') && controls.show()}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a live has no captions of its own; those in the stream show themselves. */}
      <video ref={video} className={styles.video} playsInline disableRemotePlayback={false} />
      <img
        src={sceneUrl(sceneId)}
        alt=""
        className={classNames(styles.poster, started && !covered && styles.gone)}
        fetchPriority="high"
        decoding="async"
      />
      {covered ? (
        <div className={styles.cover}>{cover}</div>
      ) : (
        <>
          <button
            ref={surface}
            type="button"
            className={styles.surface}
            aria-label={paused ? t`Play the live` : t`Pause the live`}
            onPointerDown={(event) => {
              press.current = { type: event.pointerType, shown: controls.shown };
            }}
            onClick={onSurface}
            onDoubleClick={() => press.current.type === 'mouse' && fullscreen.toggle()}
          >
            {paused ? (
              <span className={styles.bigPlay} aria-hidden="true">
                <Play size={34} fill="currentColor" />
              </span>
            ) : null}
          </button>
          {paused ? null : <PictureNote status={status} />}
          {captions.lines.length > 0 ? (
            <p className={classNames(styles.captions, unmuteOffered && styles.raised)}>
              {captions.lines.map((line) => (
                <span key={line}>{line}</span>
              ))}
            </p>
          ) : null}
          {soundless ? (
            <button
              type="button"
              className={styles.unmute}
              onClick={() => player?.setRealtime(false)}
            >
              <VolumeX aria-hidden="true" size={18} />
              {t`No sound in low latency. Switch it off`}
            </button>
          ) : null}
          {unmuteOffered && !soundless ? (
            <button type="button" className={styles.unmute} onClick={() => player?.setMuted(false)}>
              <VolumeX aria-hidden="true" size={18} />
              {t`Tap for sound`}
            </button>
          ) : null}
          <div className={styles.controls}>
            <ControlBar
              player={player}
              fullscreen={fullscreen}
              picture={picture}
              captions={captions}
              onMenu={onMenu}
            />
          </div>
        </>
      )}
      {covered ? null : overlay}
      <div className={styles.badges}>{badges}</div>
    </section>
  );
}
