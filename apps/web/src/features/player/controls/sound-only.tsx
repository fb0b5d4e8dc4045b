import { useLingui } from '@lingui/react/macro';
import { Headphones } from 'lucide-react';
import type { LivePlayer } from '../state/live-player.ts';
import { savePreferences } from '../state/player-preferences.ts';
import styles from './sound-only.module.css';

/** Covers the poster during audio-only playback. */
export function SoundOnly({ player }: { readonly player: LivePlayer | null }) {
  const { t } = useLingui();
  const showPicture = () => {
    savePreferences({ audioOnly: false });
    player?.setAudioOnly(false);
  };
  return (
    <div className={styles.place}>
      <Headphones aria-hidden="true" size={32} />
      <strong className={styles.title}>{t`Sound only`}</strong>
      <button type="button" className={styles.back} onClick={showPicture}>
        {t`Show the picture`}
      </button>
    </div>
  );
}
