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

/** Why the picture stands, said over it: the two reasons that a viewer can do nothing about are told apart. */
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
          text={t`Trying again. The picture comes back by itself.`}
        />
      ) : null}
      {status.name === 'interrupted' ? (
        <Note
          icon={<RadioTower aria-hidden="true" size={28} />}
          title={t`Stream interrupted`}
          text={t`Your connection is fine. It goes on as soon as the stadium sends again.`}
        />
      ) : null}
      {waiting ? (
        <span className={styles.wheel} role="img" aria-label={t`Loading the picture`} />
      ) : null}
    </div>
  );
}
