import { useLingui } from '@lingui/react/macro';
import type { Live } from '@sangwian/contract/endpoints/live';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { CoinMark } from '@sangwian/ui/marks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { keepWritten, memberQuery } from '../../../shared/api/api-query.ts';
import { useErrorText } from '../../../shared/api/use-error-text.ts';
import { PhotoImage } from '../../../shared/photo/photo-image.tsx';
import { useMemberId } from '../../../shared/session/session.ts';
import { useCoinsText } from '../../../shared/wallet/coins-text.ts';
import { LazyRedeemDialog } from '../../redeem/lazy-redeem-dialog.ts';
import styles from './live-lock.module.css';
import { useUnlock } from './use-unlock.ts';

interface LiveLockProps {
  readonly live: Live;
  /** Called after this member unlocked the live. */
  readonly onOpened: () => void;
  readonly onTopUp: () => void;
}

function Amount({ term, coins }: { readonly term: string; readonly coins: number | null }) {
  const coinsText = useCoinsText();
  const amount = coins === null ? '–' : formatCoins(coins);
  return (
    <div className={styles.amount}>
      <dt className={styles.term}>{term}</dt>
      <dd className={styles.coins}>
        <CoinMark size={20} />
        <span role="img" aria-label={coins === null ? amount : coinsText(coins)}>
          {amount}
        </span>
      </dd>
    </div>
  );
}

/** Offers to unlock a premium live by coins, after a top-up if necessary, or by a code. */
export function LiveLock({ live, onOpened, onTopUp }: LiveLockProps) {
  const { t } = useLingui();
  const [redeeming, setRedeeming] = useState(false);
  const { price, balance, short, busy, refusal, unlock } = useUnlock(live, onOpened);
  const needed = useErrorText({ status: 'live_locked', message: '' });
  const refusalText = useErrorText(refusal);
  const coins = useCoinsText()(price);
  return (
    <div className={styles.lock}>
      <PhotoImage
        photo={live.photo}
        owner="program"
        src={live.poster}
        alt=""
        width={320}
        height={180}
        className={styles.poster}
      />
      <div className={styles.ways}>
        {live.status === 'not_started' ? null : <strong className={styles.title}>{needed}</strong>}
        <dl className={styles.amounts}>
          <Amount term={t`Price`} coins={price} />
          <Amount term={t`Your balance`} coins={balance} />
        </dl>
        <p role="alert" className={styles.said}>
          {refusalText}
        </p>
        {short ? (
          <Button variant="gold" wide onClick={onTopUp}>
            {t`Top up coins`}
          </Button>
        ) : (
          <Button variant="gold" wide aria-disabled={busy} onClick={unlock}>
            {busy ? t`Unlocking…` : t`Unlock for ${coins}`}
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
          <LazyRedeemDialog
            programLiveId={live.program_live_id}
            onOpened={onOpened}
            onClose={() => setRedeeming(false)}
          />
        ) : null}
      </Suspense>
    </div>
  );
}

/** Shown before the start: how to unlock the live, or a note that the member has unlocked it. */
export function EarlyLock({ live, onOpened, onTopUp }: LiveLockProps) {
  const { t } = useLingui();
  const queryClient = useQueryClient();
  const params = { program_live_id: live.program_live_id };
  const query = memberQuery(useMemberId(), 'GET /live/{program_live_id}/mine', { params });
  const { data } = useQuery(query);
  // The error toast has reported a failed request. The request is repeated when the live starts.
  if (data === undefined) return null;
  if (data.unlocked) return <span className={styles.open}>{t`You have unlocked this live.`}</span>;
  return (
    <LiveLock
      live={live}
      onTopUp={onTopUp}
      onOpened={() => {
        keepWritten(queryClient, query.queryKey, { ...data, unlocked: true });
        onOpened();
      }}
    />
  );
}
