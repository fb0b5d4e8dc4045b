import { Trans, useLingui } from '@lingui/react/macro';
import type { ProgramLiveId } from '@sangwian/contract/ids';
import { Maximize, Volume2, VolumeX } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useCommands } from '../../shared/commands/commands.ts';
import { Keys } from '../../shared/ui/keys.tsx';
import base from './base.module.css';
import { useStream } from './health-panel.tsx';
import styles from './preview.module.css';

const RETRY_MS = 5_000;
const MEASURE_MS = 1_000;

type State = 'loading' | 'playing' | 'away';

/** Plays the low-latency video of a live as fans receive it. Returns the player's state and its latency in seconds. */
function usePreview(programLiveId: ProgramLiveId) {
  const video = useRef<HTMLVideoElement>(null);
  const [state, setState] = useState<State>('loading');
  const [behind, setBehind] = useState<number | null>(null);
  const [attempt, setAttempt] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each attempt starts a new player.
  useEffect(() => {
    let ended = false;
    let stop = () => {};
    let retry: ReturnType<typeof setTimeout> | undefined;
    const again = () => {
      if (ended) return;
      setState('away');
      setBehind(null);
      retry = setTimeout(() => setAttempt((before) => before + 1), RETRY_MS);
    };
    const play = async () => {
      const [{ data }, { default: Hls }] = await Promise.all([
        callStaff('POST /operator/show/preview', { body: { program_live_id: programLiveId } }),
        import('hls.js/light'),
      ]);
      const element = video.current;
      if (ended || element === null) return;
      if (!Hls.isSupported()) {
        element.src = data.hls_url;
        element.onplaying = () => setState('playing');
        element.onerror = again;
        return;
      }
      const hls = new Hls({
        lowLatencyMode: true,
        maxLiveSyncPlaybackRate: 1.1,
        liveSyncOnStallIncrease: 0.25,
      });
      hls.on(Hls.Events.ERROR, (_event, { fatal }) => {
        if (fatal) again();
      });
      hls.loadSource(data.hls_url);
      hls.attachMedia(element);
      element.onplaying = () => setState('playing');
      const measure = setInterval(() => {
        const shownAt = hls.playingDate?.getTime();
        if (shownAt !== undefined && !element.paused) setBehind((Date.now() - shownAt) / 1_000);
      }, MEASURE_MS);
      stop = () => {
        clearInterval(measure);
        hls.destroy();
      };
      if (ended) stop();
    };
    play().catch(again);
    return () => {
      ended = true;
      clearTimeout(retry);
      stop();
    };
  }, [programLiveId, attempt]);
  return { video, state, behind };
}

/** The video that fans see, with its measured latency. */
export function Preview({ programLiveId }: { readonly programLiveId: ProgramLiveId }) {
  const { t } = useLingui();
  const { video, state, behind } = usePreview(programLiveId);
  const stream = useStream(programLiveId).data;
  const [isMuted, setMuted] = useState(true);
  const seconds = behind === null ? null : Math.max(0, behind).toFixed(1);
  const lines = stream?.video?.height ?? 0;
  const fps = Math.round(stream?.video?.frame_rate ?? 0);
  const full = () => void video.current?.requestFullscreen?.();
  useCommands([{ id: 'full', label: t`Full screen`, group: t`Tonight`, keys: 'F', run: full }]);
  return (
    <section className={styles.preview} aria-label={t`Programme picture`}>
      <video ref={video} autoPlay playsInline muted={isMuted} aria-label={t`Programme picture`} />
      {state === 'playing' ? null : (
        <span className={styles.noPicture}>
          {state === 'loading' ? <Trans>Loading the picture</Trans> : <Trans>No picture</Trans>}
        </span>
      )}
      <div className={styles.overTop}>
        <span className={styles.tag}>
          {seconds === null ? (
            <Trans>Programme picture</Trans>
          ) : (
            <Trans>Programme, {seconds} s behind the ring</Trans>
          )}
        </span>
        <span className={base.gap} />
        <button
          type="button"
          className={styles.tag}
          aria-pressed={!isMuted}
          aria-label={t`Sound`}
          onClick={() => setMuted(!isMuted)}
        >
          {isMuted ? (
            <VolumeX size={16} aria-hidden="true" />
          ) : (
            <Volume2 size={16} aria-hidden="true" />
          )}
        </button>
      </div>
      <div className={styles.overFoot}>
        {lines === 0 ? null : (
          <span className={styles.tag}>
            {lines}p · {fps} fps
          </span>
        )}
        <span className={base.gap} />
        <button type="button" className={styles.tag} onClick={full}>
          <Maximize size={14} aria-hidden="true" />
          <Trans>Full</Trans>
          <Keys name="F" />
        </button>
      </div>
    </section>
  );
}
