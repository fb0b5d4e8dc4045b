import { useLingui } from '@lingui/react/macro';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import { classNames } from '@sangwian/ui/class-names';
import { VolumeX } from 'lucide-react';
import { type ReactNode, type RefObject, Suspense, useRef, useState } from 'react';
import { sceneUrl } from '../../../shared/art-url.ts';
import { lazySheet } from '../../../shared/dialogs/lazy-sheet.tsx';
import { PhotoImage } from '../../../shared/photo/photo-image.tsx';
import frameStyles from '../../player/controls/live-picture.module.css';
import { PictureNote } from '../../player/controls/picture-note.tsx';
import { PictureSurface } from '../../player/controls/picture-surface.tsx';
import { POSTER_SIZES } from '../../player/controls/poster-sizes.ts';
import { useFullscreen, usePictureInPicture } from '../../player/controls/screen-modes.ts';
import { usePlayerKeys } from '../../player/controls/use-player-keys.ts';
import { useControlsShown, usePlayerSnapshot } from '../../player/state/use-live-player.ts';
import { type BarMark, ReplayBar } from './replay-bar.tsx';
import type { ReplayPlayer } from './replay-player.ts';

const LazyKeysHelp = lazySheet(
  async () => (await import('../../player/controls/keys-help.tsx')).KeysHelp,
);

interface ReplayPictureProps {
  /** The page creates the player for this element with `useReplayPlayer`. */
  readonly video: RefObject<HTMLVideoElement | null>;
  readonly player: ReplayPlayer | null;
  /** Selects the poster. */
  readonly sceneId: string;
  readonly photo: Photo | null;
  readonly endS: number;
  readonly marks: readonly BarMark[];
  readonly showsLength: boolean;
  /** Previews of the seek bar show no frame after this position. */
  readonly previewsUntilS: number;
  /** Covers the video and its controls. */
  readonly cover: ReactNode;
  /** Shown in the upper corner of the video, also over a cover. */
  readonly badge?: ReactNode;
  readonly className?: string | undefined;
}

/** The video of a replay with its controls. Its size never changes. */
export function ReplayPicture(props: ReplayPictureProps) {
  const { video, player, sceneId, photo, cover, badge, className } = props;
  const { t } = useLingui();
  const frame = useRef<HTMLElement>(null);
  const surface = useRef<HTMLButtonElement>(null);
  const [help, setHelp] = useState(false);
  const { status, paused, started, unmuteOffered } = usePlayerSnapshot(player);
  const controls = useControlsShown(status.name === 'playing' && !paused);
  const fullscreen = useFullscreen(frame, video);
  const picture = usePictureInPicture(video);
  usePlayerKeys(player, surface, {
    toggleFullscreen: fullscreen.toggle,
    togglePicture: picture.toggle,
    showHelp: () => setHelp(true),
    onAction: controls.show,
  });
  const covered = cover !== null;
  return (
    <section
      ref={frame}
      aria-label={t`Replay`}
      data-controls={controls.shown ? 'shown' : 'hidden'}
      className={classNames(frameStyles.frame, controls.shown && frameStyles.shown, className)}
      onPointerMove={(event) => event.pointerType === 'mouse' && controls.show()}
      onPointerLeave={(event) => event.pointerType === 'mouse' && controls.hide()}
      onFocus={(event) => event.target.matches(':focus-visible') && controls.show()}
      onInput={controls.show}
    >
      {/* biome-ignore lint/a11y/useMediaCaption: a recording has no captions, and the playlist says so (CLOSED-CAPTIONS=NONE). */}
      <video ref={video} className={frameStyles.video} playsInline />
      <PhotoImage
        photo={photo}
        owner="program"
        sizes={POSTER_SIZES}
        src={sceneUrl(sceneId)}
        alt=""
        className={classNames(frameStyles.poster, started && frameStyles.gone)}
        fetchPriority="high"
        decoding="async"
      />
      {covered ? (
        <div className={frameStyles.cover}>{cover}</div>
      ) : (
        <>
          <PictureSurface
            {...{ surface, player, paused, controls, fullscreen }}
            labels={{ play: t`Play the replay`, pause: t`Pause the replay` }}
          />
          {paused ? null : <PictureNote status={status} />}
          {unmuteOffered ? (
            <button
              type="button"
              className={frameStyles.unmute}
              onClick={() => player?.sound.setMuted(false)}
            >
              <VolumeX aria-hidden="true" size={18} />
              {t`Tap for sound`}
            </button>
          ) : null}
          <div className={frameStyles.controls}>
            <ReplayBar {...props} fullscreen={fullscreen} picture={picture} />
          </div>
        </>
      )}
      <div className={frameStyles.badges}>{badge}</div>
      <Suspense>
        {help ? <LazyKeysHelp live={false} onClose={() => setHelp(false)} /> : null}
      </Suspense>
    </section>
  );
}
