import type { Live } from '@sangwian/contract/endpoints/live';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import { classNames } from '@sangwian/ui/class-names';
import { spreadClass } from '@sangwian/ui/spread';
import type { ReactNode } from 'react';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { ShareButton } from '../../../shared/share/share-button.tsx';
import styles from './live-heading.module.css';

interface LiveHeadingProps {
  readonly live: Live;
  /** Additional facts below the title. */
  readonly children?: ReactNode;
}

/** The title of a live with its promotion, stadium and time, and a share button. */
export function LiveHeading({ live, children }: LiveHeadingProps) {
  const { text } = useLanguage();
  return (
    <header className={classNames(spreadClass, styles.heading)}>
      <div>
        <h2 className={styles.title}>{text(live.title)}</h2>
        <p className={styles.about}>
          {text(live.promotion)} · {text(live.stadium)} · {formatDate(live.starts_at)}{' '}
          {formatClock(live.starts_at)}
        </p>
        {children}
      </div>
      <ShareButton path={`/live/${live.program_live_id}`} title={text(live.title)} />
    </header>
  );
}
