import { useLingui } from '@lingui/react/macro';
import type { LivePlayer } from '../player/live-player.ts';
import { usePlayerProgress } from '../player/use-live-player.ts';
import styles from './in-step-note.module.css';

/** Behind by less nobody notices that things wait. */
const BEHIND_MIN_S = 10;

/** Says to who has rewound that the chat stands where the picture does, and leads back to live. */
export function InStepNote({ player }: { readonly player: LivePlayer | null }) {
  const { t } = useLingui();
  const { latencyS, atLive } = usePlayerProgress(player);
  const late = latencyS !== null && latencyS > BEHIND_MIN_S && !atLive;
  return (
    <div role="status" className={styles.place}>
      {late ? (
        <p className={styles.note}>
          <span>{t`In step with your picture`}</span>
          <button type="button" className={styles.live} onClick={() => player?.goLive()}>
            {t`Go to live`}
          </button>
        </p>
      ) : null}
    </div>
  );
}
