import { useLingui } from '@lingui/react/macro';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { useNow } from '../use-now.ts';

const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

interface AgeProps {
  /** An ISO time. */
  readonly at: string;
}

/** The time since an event, counting up: `0:41`, `2 h`, `3 d`. The tooltip shows the full date and time. */
export function Age({ at }: AgeProps) {
  const { t } = useLingui();
  const seconds = Math.max(0, Math.floor((useNow() - Date.parse(at)) / 1_000));
  const hours = Math.floor(seconds / HOUR_S);
  const days = Math.floor(seconds / DAY_S);
  const minutes = `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
  const text = days > 0 ? t`${days} d` : hours > 0 ? t`${hours} h` : minutes;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {text}
    </time>
  );
}
