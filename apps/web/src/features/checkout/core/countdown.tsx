import { useLingui } from '@lingui/react/macro';
import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useNow } from '../../../shared/use-now.ts';
import styles from './countdown.module.css';
import { timeLeft } from './time-left.ts';

const URGENT_MS = 60_000;

interface CountdownProps {
  readonly until: string;
  /** The server's clock less this device's (`useOrder`). */
  readonly ahead_ms: number;
  /** Told once when it is over. */
  readonly onOver?: () => void;
}

/** How long something can still be paid. Screen readers hear it when they ask, not every second. */
export function Countdown({ until, ahead_ms, onOver }: CountdownProps) {
  const { t } = useLingui();
  const now_ms = useNow(0) + ahead_ms;
  const left_ms = new Date(until).getTime() - now_ms;
  const over = left_ms <= 0;
  const told = useRef<string | null>(null);
  useEffect(() => {
    if (!over || told.current === until) return;
    told.current = until;
    onOver?.();
  }, [over, until, onOver]);
  const time = timeLeft(until, now_ms);
  return (
    <span role="timer" className={styles.timer} data-urgent={left_ms < URGENT_MS || undefined}>
      <Clock size={18} aria-hidden="true" />
      {over ? t`The time is over` : t`${time} left to pay`}
    </span>
  );
}
