import { useLingui } from '@lingui/react/macro';
import { localTimeOf } from './local-time-of.ts';

/** Names Bangkok, and adds the reader's own time: ` Bangkok · 08:00 your time`. */
export function LocalTime({ at }: { readonly at: string }) {
  const { t } = useLingui();
  const { clock, date } = localTimeOf(at);
  return (
    <span>
      {' '}
      {date === null ? t`Bangkok · ${clock} your time` : t`Bangkok · ${date} ${clock} your time`}
    </span>
  );
}
