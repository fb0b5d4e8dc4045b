import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { CoinMark } from '@sangwian/ui/marks';
import { Suspense, useEffect, useState } from 'react';
import { callApi } from '../../../shared/api/call-api.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { LaterRedeemDialog } from '../../redeem/later-redeem-dialog.ts';
import styles from './live-lock.module.css';
import { useUnlock } from './use-unlock.ts';

interface LiveLockProps {
  readonly live: Live;
  /** It is open for this member now. */
  readonly onOpened: () => void;
  readonly onTopUp: () => void;
}

function Amount({ term, coins }: { readonly term: string; readonly coins: number | null }) {
  const { t } = useLingui();
  const amount = coins === null ? '–' : formatCoins(coins);
  return (
    <div className={styles.amount}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.coins}>
        <CoinMark size={20} />
        <span role="img" aria-label={t`${amount} coins`}>
          {amount}
        </span>
      </dd>
    </div>
  );
}

/** What opens a premium live: coins, more coins, or a code. */
export function LiveLock({ live, onOpened, onTopUp }: LiveLockProps) {
  const { t } = useLingui();
  const [redeeming, setRedeeming] = useState(false);
  const { price, balance, short, busy, refusal, unlock } = useUnlock(live, onOpened);
  const needed = useErrorText({ status: 'live_locked', message: '' });
  const said = useErrorText(refusal);
  const coins = formatCoins(price);
  return (
    <div className={styles.lock}>
      <img src={live.poster} alt="" width={320} height={180} className={styles.poster} />
      <div className={styles.ways}>
        {live.status === 'in_progress' ? <strong className={styles.title}>{needed}</strong> : null}
        <dl className={styles.amounts}>
          <Amount term={t`Price`} coins={price} />
          <Amount term={t`Your balance`} coins={balance} />
        </dl>
        <p role="alert" className={styles.said}>
          {said}
        </p>
        {short ? (
          <Button variant="gold" wide onClick={onTopUp}>
            {t`Top up coins`}
          </Button>
        ) : (
          <Button variant="gold" wide aria-disabled={busy} onClick={unlock}>
            {busy ? t`Unlocking…` : t`Unlock for ${coins} coins`}
          </Button>
        )}
        <div className={styles.more}>
          <Button size="small" onClick={() => setRedeeming(true)}>
            {t`Redeem a code`}
          </Button>
          {short ? null : (
            <Button size="small" onClick={onTopUp}>
              {t`Top up`}
            </Button>
          )}
        </div>
      </div>
      <Suspense>
        {redeeming ? (
          <LaterRedeemDialog
            programLiveId={live.program_live_id}
            onOpened={onOpened}
            onClose={() => setRedeeming(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** Before the start: the ways in, unless the member is in already. */
export function EarlyLock({ live, onOpened, onTopUp }: LiveLockProps) {
  const { t } = useLingui();
  const [open, setOpen] = useState<boolean | null>(null);
  const { program_live_id } = live;
  useEffect(() => {
    const life = new AbortController();
    callApi(
      'GET /live/{program_live_id}/mine',
      { params: { program_live_id } },
      { signal: life.signal },
    ).then(
      ({ data }) => setOpen(data.unlocked),
      // The refusal has had its toast; the start of the live asks again.
      () => {},
    );
    return () => life.abort();
  }, [program_live_id]);
  if (open === null) return null;
  if (open) return <span className={styles.open}>{t`This live is open for you.`}</span>;
  return (
    <LiveLock
      live={live}
      onTopUp={onTopUp}
      onOpened={() => {
        setOpen(true);
        onOpened();
      }}
    />
  );
}
