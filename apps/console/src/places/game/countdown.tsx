import { useLingui } from '@lingui/react/macro';
import { formatCountdown, formatDateTime, remainingUntil } from '@sangwian/i18n/format-date';
import { useNow } from '../../shared/use-now.ts';

/** Counts down to a moment, as `2 d 4:05:09`. The tooltip shows the full date and time. */
export function Countdown({ to }: { readonly to: string }) {
  const { t } = useLingui();
  const remaining = remainingUntil(to, useNow());
  const { days } = remaining;
  const clock = formatCountdown(remaining);
  return (
    <time dateTime={to} title={formatDateTime(to)}>
      {days === 0 ? clock : t`${days} d ${clock}`}
    </time>
  );
}
