import { useLingui } from '@lingui/react/macro';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import { classNames } from '@sangwian/ui/class-names';
import { VolumeX } from 'lucide-react';
import {
  lazy,
  type ReactNode,
  type RefObject,
  Suspense,
  useCallback,
  useRef,
  useState,
} from 'react';
import { sceneUrl } from '../../../shared/art-url.ts';
import { lazySheet } from '../../../shared/dialogs/lazy-sheet.tsx';
import { PhotoImage } from '../../../shared/photo/photo-image.tsx';
import type { LivePlayer } from '../state/live-player.ts';
import { useControlsShown, usePlayerSnapshot } from '../state/use-live-player.ts';
import { ControlBar } from './control-bar.tsx';
import styles from './live-picture.module.css';
import { PictureNote } from './picture-note.tsx';
import { PictureSurface } from './picture-surface.tsx';
import { POSTER_SIZES } from './poster-sizes.ts';
import { useRemoteScreen } from './remote-playback.ts';
import { useFullscreen, usePictureInPicture } from './screen-modes.ts';
import { usePlayerKeys } from './use-player-keys.ts';

const LazySoundOnly = lazy(async () => ({
  default: (await import('./sound-only.tsx')).SoundOnly,
}));
const LazyKeysHelp = lazySheet(async () => (await import('./keys-help.tsx')).KeysHelp);

interface LivePictureProps {
  /** The page creates the player for this element with `useLivePlayer`. */
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly player: LivePlayer | null;
  /** Selects the drawn poster. */
  readonly sceneId: string;
  /** The card's uploaded poster, which replaces the drawn one. */
  readonly photo?: Photo | null;
  /** Tags in the upper corner of the video. */
  readonly badges?: ReactNode;
  /** Content that covers the video and its controls while no video can be watched. */
  readonly cover?: ReactNode;
  /** Animations over the video. Pointer events pass through them. */
  readonly overlay?: ReactNode;
  /** Whether the page has results, bars or a chat that spoiler protection can delay. */
  readonly spoilers?: boolean;
  /** Additional buttons in the control bar. */
  readonly actions?: ReactNode;
  readonly className?: string | undefined;
}

/** The video with its controls. The element has the same size in every state. */
export function LivePicture({
  video,
  player,
  sceneId,
  photo,
  badges,
  cover,
  overlay,
  spoilers = false,
  actions,
  className,
}: LivePictureProps) {
  const { t } = useLingui();
  const frame = useRef<HTMLElement>(null);
  const surface = useRef<HTMLButtonElement>(null);
  const [menu, setMenu] = useState(false);
  const [help, setHelp] = useState(false);
  const { status, paused, started, unmuteOffered, soundless, audio } = usePlayerSnapshot(player);
  const hasPicture = started && audio !== 'on';
  const moving = status.name === 'playing' && !paused && !menu;
  const controls = useControlsShown(moving);
  const fullscreen = useFullscreen(frame, video);
  const picture = usePictureInPicture(video);
  const remote = useRemoteScreen(video, player);
  usePlayerKeys(player, surface, {
    toggleFullscreen: fullscreen.toggle,
    togglePicture: picture.toggle,
    showHelp: () => setHelp(true),
    onAction: controls.show,
  });

  const onMenu = useCallback((open: boolean) => setMenu(open), []);

  const covered = cover !== undefined && cover !== null;
  return (
    <section
      ref={frame}
      aria-label={t`Live picture`}
      data-menu={menu || undefined}
      data-controls={controls.shown ? 'shown' : 'hidden'}
      className={classNames(styles.frame, controls.shown && styles.shown, className)}
      onPointerMove={(event) => event.pointerType === 'mouse' && controls.show()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && controls.hide()}
      onFocus={(event) => event.target.matches(':focus-visible') && controls.show()}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a live has no captions, and the playlist says so (CLOSED-CAPTIONS=NONE). */}
      <video ref={video} className={styles.video} playsInline disableRemotePlayback={false} />
      <PhotoImage
        photo={photo}
        owner="program"
        sizes={POSTER_SIZES}
        src={sceneUrl(sceneId)}
        alt=""
        className={classNames(styles.poster, hasPicture && !covered && styles.gone)}
        fetchPriority="high"
        decoding="async"
      />
      {covered ? (
        <div className={styles.cover}>{cover}</div>
      ) : (
        <>
          <PictureSurface {...{ surface, player, paused, controls, fullscreen }} />
          <Suspense>{audio === 'on' ? <LazySoundOnly player={player} /> : null}</Suspense>
          {paused ? null : <PictureNote status={status} />}
          {soundless ? (
            <button
              type="button"
              className={styles.unmute}
              onClick={() => player?.setRealtime(false)}
            >
              <VolumeX aria-hidden="true" size={18} />
              {t`No sound in low latency. Tap to turn it off`}
            </button>
          ) : null}
          {unmuteOffered && !soundless ? (
            <button
              type="button"
              className={styles.unmute}
              onClick={() => player?.sound.setMuted(false)}
            >
              <VolumeX aria-hidden="true" size={18} />
              {t`Tap for sound`}
            </button>
          ) : null}
          <div className={styles.controls}>
            <ControlBar
              player={player}
              fullscreen={fullscreen}
              picture={picture}
              remote={remote}
              actions={actions}
              spoilers={spoilers}
              onMenu={onMenu}
            />
          </div>
        </>
      )}
      {covered ? null : overlay}
      <div className={styles.badges}>{badges}</div>
      <Suspense>{help ? <LazyKeysHelp onClose={() => setHelp(false)} /> : null}</Suspense>
    </section>
  );
}
