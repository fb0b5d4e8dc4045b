import { useLingui } from '@lingui/react/macro';
import {
  bangkokDaysBetween,
  formatClock,
  formatDate,
  formatDateTime,
} from '@sangwian/i18n/format-date';

interface MomentProps {
  /** An ISO time. */
  readonly at: string;
}

/** A time in Bangkok in short form: without the date if it is today. The tooltip shows the full date and time. */
export function Moment({ at }: MomentProps) {
  const { t } = useLingui();
  const days = bangkokDaysBetween(at, new Date());
  const clock = formatClock(at);
  const text =
    days === 0 ? clock : days === 1 ? t`yesterday ${clock}` : `${formatDate(at)} ${clock}`;
  return (
    <time dateTime={at} title={formatDateTime(at)}>
      {text}
    </time>
  );
}
