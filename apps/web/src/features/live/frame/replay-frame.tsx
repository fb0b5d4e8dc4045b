import type { Live } from '@sangwian/contract/endpoints/live';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import type { ReactNode } from 'react';
import { sceneUrl } from '../../../shared/art-url.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { PhotoImage } from '../../../shared/photo/photo-image.tsx';
import frame from '../../player/controls/live-picture.module.css';
import { POSTER_SIZES } from '../../player/controls/poster-sizes.ts';
import styles from './live-page.module.css';

interface ReplayFrameProps {
  readonly live: Live;
  /** The video and the heading. If absent, the poster is shown while the player loads. */
  readonly main?: ReactNode;
  readonly aside?: ReactNode;
  readonly children?: ReactNode;
}

/** The layout of a replay's page: the same areas as on the live page. */
export function ReplayFrame({ live, main, aside, children }: ReplayFrameProps) {
  const { text } = useLanguage();
  return (
    <div
      className={styles.page}
      data-chat-over="off"
      data-tab="chat"
      data-status="ended"
      aria-busy={main === undefined}
    >
      <VisuallyHidden>
        <h1>{text(live.title)}</h1>
      </VisuallyHidden>
      <div className={styles.main}>
        {main ?? (
          <div className={`${frame.frame} ${styles.picture}`}>
            <PhotoImage
              photo={live.photo}
              owner="program"
              sizes={POSTER_SIZES}
              src={sceneUrl(live.program_live_id)}
              alt=""
              className={frame.poster}
              fetchPriority="high"
              decoding="async"
            />
          </div>
        )}
      </div>
      <aside className={styles.chat}>{aside}</aside>
      {children}
    </div>
  );
}
