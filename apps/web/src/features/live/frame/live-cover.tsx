import { Plural, useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import {
  formatClock,
  formatCountdown,
  formatDate,
  remainingUntil,
} from '@sangwian/i18n/format-date';
import { Button } from '@sangwian/ui/button';
import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { useDayWord } from '../../../shared/times/use-day-word.ts';
import { YourTime } from '../../../shared/times/your-time.tsx';
import { useNow } from '../../../shared/use-now.ts';
import { PLAYER_UNSUPPORTED } from '../../player/engine/create-engine.ts';
import styles from './live-cover.module.css';

/** If it cannot be loaded, the cover has no buttons. */
const LiveEnded = lazy(async () => {
  const loaded = await import('./live-ended.tsx').catch(() => null);
  const part: ComponentType<EndedProps> = loaded?.LiveEnded ?? (() => null);
  return { default: part };
});
const LiveLock = lazy(async () => ({ default: (await import('./live-lock.tsx')).LiveLock }));
const EarlyLock = lazy(async () => ({ default: (await import('./live-lock.tsx')).EarlyLock }));

function Cover({ title, children }: { readonly title: string; readonly children?: ReactNode }) {
  return (
    <div className={styles.cover}>
      <strong className={styles.title}>{title}</strong>
      {children}
    </div>
  );
}

interface CountdownProps {
  readonly live: Live;
  readonly renderedAtMs: number;
  readonly signedIn: boolean;
  readonly onOpened: () => void;
  readonly onTopUp: () => void;
}

/** Shows the countdown and the start time before the live starts. */
function Countdown({ live, renderedAtMs, signedIn, onOpened, onTopUp }: CountdownProps) {
  const { t } = useLingui();
  const now = useNow(renderedAtMs);
  const left = remainingUntil(live.starts_at, now);
  const due = Date.parse(live.starts_at) <= now;
  const word = useDayWord(now)(live.starts_at);
  const date = formatDate(live.starts_at);
  const time = formatClock(live.starts_at);
  return (
    <Cover title={due ? t`The live is about to start` : t`The live starts in`}>
      {due ? null : (
        <span className={styles.count} role="timer">
          {left.days > 0 ? (
            <span className={styles.days}>
              <Plural value={left.days} one="# day" other="# days" />
            </span>
          ) : null}
          {formatCountdown(left)}
        </span>
      )}
      <span className={styles.text}>
        {word === null ? null : `${word} · `}
        {t`${date} at ${time}`}
        <YourTime at={live.starts_at} />
      </span>
      {live.access === 'premium' && signedIn ? (
        <Suspense>
          <EarlyLock live={live} onOpened={onOpened} onTopUp={onTopUp} />
        </Suspense>
      ) : null}
    </Cover>
  );
}

interface RefusedProps {
  readonly code: string;
  readonly onAgain: () => void;
  readonly onTakeOver: () => void;
}

function Refused({ code, onAgain, onTakeOver }: RefusedProps) {
  const { t } = useLingui();
  const unsupported = code === PLAYER_UNSUPPORTED;
  const sentence = useErrorText(unsupported ? null : { status: code, message: '' });
  if (unsupported) {
    return <Cover title={t`This browser cannot play the live. Please update it.`} />;
  }
  return (
    <Cover title={sentence ?? ''}>
      {code === 'watch_ejected' ? (
        <Button variant="primary" onClick={onTakeOver}>
          {t`Watch here instead`}
        </Button>
      ) : (
        <Button variant="quiet" onClick={onAgain}>
          {t`Try again`}
        </Button>
      )}
    </Cover>
  );
}

type EndedProps = Pick<LiveCoverProps, 'live' | 'onResults'>;

function Ended(props: EndedProps) {
  const sentence = useErrorText({ status: 'live_ended', message: '' });
  return (
    <Cover title={sentence ?? ''}>
      <div className={styles.actions}>
        <Suspense>
          <LiveEnded {...props} />
        </Suspense>
      </div>
    </Cover>
  );
}

export interface LiveCoverProps extends RefusedProps {
  readonly live: Live;
  readonly renderedAtMs: number;
  /** The reason for the cover: the state of the live, or a refusal by the API. */
  readonly reason: 'not_started' | 'ended' | 'refused';
  readonly onResults: () => void;
  /** Signed-out visitors cannot unlock. */
  readonly signedIn: boolean;
  /** Called after the member has unlocked a premium live. */
  readonly onOpened: () => void;
  /** Opens the top-up sheet over the page. */
  readonly onTopUp: () => void;
}

/** Covers the video area while no video can be watched. */
export function LiveCover(props: LiveCoverProps) {
  const { live, reason, code, onResults, onOpened, onTopUp } = props;
  if (reason === 'not_started' || code === 'live_not_started') return <Countdown {...props} />;
  if (reason === 'ended' || code === 'live_ended')
    return <Ended live={live} onResults={onResults} />;
  if (code === 'live_locked') {
    return (
      <Suspense>
        <LiveLock live={live} onOpened={onOpened} onTopUp={onTopUp} />
      </Suspense>
    );
  }
  return <Refused {...props} />;
}
