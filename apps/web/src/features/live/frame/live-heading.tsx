import type { Live } from '@sangwian/contract/endpoints/live';
import { classNames } from '@sangwian/ui/class-names';
import { spreadClass } from '@sangwian/ui/spread';
import type { ReactNode } from 'react';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { ShareButton } from '../../../shared/share/share-button.tsx';
import { ShowTime } from '../../../shared/times/show-time.tsx';
import { useNow } from '../../../shared/use-now.ts';
import styles from './live-heading.module.css';

interface LiveHeadingProps {
  readonly live: Live;
  /** The time of the server's render; 0 for a replay. */
  readonly renderedAtMs: number;
  /** Additional facts below the title. */
  readonly children?: ReactNode;
}

/** The title of a live with its promotion, stadium and time, and a share button. */
export function LiveHeading({ live, renderedAtMs, children }: LiveHeadingProps) {
  const { text } = useLanguage();
  const nowMs = useNow(renderedAtMs);
  return (
    <header className={classNames(spreadClass, styles.heading)}>
      <div>
        <h2 className={styles.title}>{text(live.title)}</h2>
        <p className={styles.about}>
          {text(live.promotion)} · {text(live.stadium)} ·{' '}
          <ShowTime at={live.starts_at} nowMs={nowMs} />
        </p>
        {children}
      </div>
      <ShareButton path={`/live/${live.program_live_id}`} title={text(live.title)} />
    </header>
  );
}
