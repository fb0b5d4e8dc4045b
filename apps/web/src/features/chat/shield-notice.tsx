import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ShieldReason } from '@sangwian/contract/endpoints/chat-safety';
import { formatTime } from '@sangwian/i18n/format-date';
import { IconButton } from '@sangwian/ui/button';
import { ShieldCheck, X } from 'lucide-react';
import { useState } from 'react';
import { useNow } from '../../shared/use-now.ts';
import type { Shield } from './chat-snapshot.ts';
import styles from './pinned-line.module.css';

interface ShieldNoticeProps {
  readonly shield: Shield;
}

/** Shows above the chat that shield mode is on, with its reason, its end and its restrictions. */
export function ShieldNotice({ shield }: ShieldNoticeProps) {
  const { t } = useLingui();
  const now = useNow(0);
  const [hidden, setHidden] = useState<string | null>(null);
  if (now >= shield.untilMs || hidden === shield.until) return null;
  const reasons: Readonly<Record<ShieldReason, string>> = {
    spam: t`Too much spam right now, so the chat is protected.`,
    abuse: t`Too many insults right now, so the chat is protected.`,
    gambling: t`Illegal ads are coming in, so the chat is protected.`,
  };
  const end = formatTime(shield.until);
  const { slow_mode_s: seconds, member_minutes: minutes } = shield;
  return (
    <div className={styles.pin}>
      <ShieldCheck size={16} aria-hidden="true" className={styles.mark} />
      <p className={styles.text}>
        {reasons[shield.reason]}{' '}
        {t`Until ${end}: one message every ${plural(seconds, { one: '# second', other: '# seconds' })}, no links.`}{' '}
        {minutes > 0
          ? t`Members who joined in the last ${plural(minutes, { one: '# minute', other: '# minutes' })} can read only.`
          : null}
      </p>
      <IconButton
        label={t`Hide this notice`}
        className={styles.button}
        onClick={() => setHidden(shield.until)}
      >
        <X size={18} aria-hidden="true" />
      </IconButton>
    </div>
  );
}
