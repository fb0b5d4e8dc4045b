import { useLingui } from '@lingui/react/macro';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import type { ReactNode } from 'react';
import { sceneUrl } from '../art-url.ts';
import styles from './entrance-card.module.css';

interface EntranceCardProps {
  readonly title: string;
  /** The purpose of the page, below the title. */
  readonly lead: ReactNode;
  readonly children: ReactNode;
}

/** The layout of the sign-in pages, with an image at the side, or at the top on a phone. */
export function EntranceCard({ title, lead, children }: EntranceCardProps) {
  const { t } = useLingui();
  return (
    <div className={styles.place}>
      <div className={classNames(cardClass, styles.card)}>
        <div className={styles.side}>
          <div className={styles.picture}>
            <img src={sceneUrl('sign-in')} alt="" width={1280} height={720} />
            <p className={styles.slogan}>{t`Your corner is waiting.`}</p>
          </div>
        </div>
        <div className={styles.words}>
          <h1 className={styles.title}>{title}</h1>
          <p className={styles.lead}>{lead}</p>
          {children}
        </div>
      </div>
    </div>
  );
}
