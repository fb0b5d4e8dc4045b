import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { formatCountdown, remainingUntil } from '@sangwian/i18n/format-date';
import { formatCoins, formatCount } from '@sangwian/i18n/format-number';
import { CoinMark } from '@sangwian/ui/marks';
import { Tag } from '@sangwian/ui/tag';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { Eye } from 'lucide-react';
import { useDayWord } from '../../shared/times/use-day-word.ts';
import type { LiveSummary } from './home.ts';
import styles from './live-tags.module.css';

/**
 * The status of a live: live, time until the start, or ended. An overdue start shows “Starting soon” instead of zero.
 */
export function StatusTag({
  live,
  now_ms,
}: {
  readonly live: LiveSummary;
  readonly now_ms: number;
}) {
  const { t } = useLingui();
  const dayWord = useDayWord(now_ms);
  if (live.status === 'in_progress') return <Tag tone="live">{t`LIVE`}</Tag>;
  if (live.status === 'ended') return <Tag tone="glass">{t`Ended`}</Tag>;
  const left = remainingUntil(live.starts_at, now_ms);
  // In the last 24 hours the tag counts down hours and minutes.
  if (left.days > 0) return <Tag tone="glass">{dayWord(live.starts_at)}</Tag>;
  if (Date.parse(live.starts_at) <= now_ms) return <Tag tone="glass">{t`Starting soon`}</Tag>;
  const clock = formatCountdown(left);
  return (
    <Tag tone="glass">
      {t`Starts in`} <span className={styles.number}>{clock}</span>
    </Tag>
  );
}

export function ViewersTag({ live }: { readonly live: LiveSummary }) {
  const { t } = useLingui();
  const viewers = live.viewers;
  if (live.status !== 'in_progress' || viewers === 0) return null;
  return (
    <Tag tone="glass">
      <Eye size={16} aria-hidden="true" />
      <span aria-hidden="true" className={styles.number}>
        {formatCount(viewers)}
      </span>
      <VisuallyHidden>{t`${viewers} watching`}</VisuallyHidden>
    </Tag>
  );
}

export function PriceTag({ live }: { readonly live: LiveSummary }) {
  const { t } = useLingui();
  if (live.price_coins === null) return <Tag tone="glass">{t`Free`}</Tag>;
  const amount = formatCoins(live.price_coins);
  return (
    <Tag tone="gold">
      <CoinMark size={16} />
      <span className={styles.number}>{amount}</span>
      <VisuallyHidden>{t`${plural(live.price_coins, { one: 'coin', other: 'coins' })}`}</VisuallyHidden>
    </Tag>
  );
}
