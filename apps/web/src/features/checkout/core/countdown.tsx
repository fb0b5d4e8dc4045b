import { useLingui } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNow } from '../../../shared/use-now.ts';
import styles from './countdown.module.css';
import { timeLeft } from './time-left.ts';

const URGENT_MS = 60_000;

interface CountdownProps {
  readonly until: string;
  /** The server's clock minus this device's (`useOrder`). */
  readonly clockSkewMs: number;
  /** Called once when the time is up. */
  readonly onOver?: () => void;
}

/** The remaining time to pay. Screen readers do not announce the role `timer` every second. */
export function Countdown({ until, clockSkewMs, onOver }: CountdownProps) {
  const { t } = useLingui();
  const now_ms = useNow(0) + clockSkewMs;
  const left_ms = new Date(until).getTime() - now_ms;
  const over = left_ms <= 0;
  const notified = useRef<string | null>(null);
  useEffect(() => {
    if (!over || notified.current === until) return;
    notified.current = until;
    onOver?.();
  }, [over, until, onOver]);
  const time = timeLeft(until, now_ms);
  return (
    <span role="timer" className={styles.timer} data-urgent={left_ms < URGENT_MS || undefined}>
      <Clock size={18} aria-hidden="true" />
      {over ? t`Time is up` : t`${time} left to pay`}
    </span>
  );
}
