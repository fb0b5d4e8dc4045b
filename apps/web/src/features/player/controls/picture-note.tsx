import { useLingui } from '@lingui/react/macro';
import { RadioTower, WifiOff } from 'lucide-react';
import type { ReactNode } from 'react';
import type { PlayerStatus } from '../state/player-status.ts';
import styles from './picture-note.module.css';

function Note({ icon, title, text }: { icon: ReactNode; title: string; text: string }) {
  return (
    <div className={styles.note}>
      {icon}
      <strong className={styles.title}>{title}</strong>
      <span className={styles.text}>{text}</span>
    </div>
  );
}

/** Shows the cause of an outage over the video: the viewer's connection or the publisher's. */
export function PictureNote({ status }: { readonly status: PlayerStatus }) {
  const { t } = useLingui();
  const waiting =
    status.name === 'joining' || status.name === 'loading' || status.name === 'buffering';
  return (
    <div role="status" className={styles.place}>
      {status.name === 'offline' ? (
        <Note
          icon={<WifiOff aria-hidden="true" size={28} />}
          title={t`Connection lost`}
          text={t`Reconnecting. The picture returns automatically.`}
        />
      ) : null}
      {status.name === 'interrupted' ? (
        <Note
          icon={<RadioTower aria-hidden="true" size={28} />}
          title={t`Stream interrupted`}
          text={t`Your connection is fine. The live resumes as soon as the stadium is back.`}
        />
      ) : null}
      {waiting ? (
        <span className={styles.wheel} role="img" aria-label={t`Loading the picture`} />
      ) : null}
    </div>
  );
}
