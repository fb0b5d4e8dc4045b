import { useLingui } from '@lingui/react/macro';
import type { ProgramId } from '@sangwian/contract/ids';
import { useEffect } from 'react';
import { sharePicturePosition } from '../../../shared/in-step/picture-channel.ts';
import type { PictureClock } from '../../../shared/in-step/picture-clock.ts';
import styles from './in-step-pill.module.css';

export interface InStepPillProps {
  readonly programId: ProgramId;
  readonly clock: PictureClock;
  readonly onLive: () => void;
}

/**
 * Tells a delayed viewer that the chat follows the video. Shares the video's position with other tabs, so that those
 * tabs hide later results too.
 */
export function InStepPill({ programId, clock, onLive }: InStepPillProps) {
  const { t } = useLingui();
  useEffect(() => sharePicturePosition(programId, clock), [programId, clock]);
  return (
    <div className={styles.place}>
      <p className={styles.note}>
        <span>{t`Chat synced with your picture`}</span>
        <button type="button" className={styles.live} onClick={onLive}>
          {t`Go to live`}
        </button>
      </p>
    </div>
  );
}
