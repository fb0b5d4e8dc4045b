import { Trans } from '@lingui/react/macro';
import { formatTime } from '@sangwian/i18n/format-date';
import { Search, WifiOff } from 'lucide-react';
import { useEffect, useState } from 'react';
import { connectionStore } from '../../shared/live/connection.ts';
import { useStore } from '../../shared/store.ts';
import { Keys } from '../../shared/ui/keys.tsx';
import { openLayer } from '../layers.ts';
import { AccountMenu } from './account-menu.tsx';
import styles from './bar.module.css';
import { Crew } from './crew.tsx';

const SECOND_MS = 1_000;

/** The time at the ring. The clock shows Bangkok time in every time zone. */
function BangkokClock() {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), SECOND_MS);
    return () => clearInterval(timer);
  }, []);
  return (
    <span className={styles.clock}>
      <span className={styles.time}>{formatTime(now)}</span> <Trans>Bangkok</Trans>
    </span>
  );
}

/** Shows since when the live connection has been lost and that changes are locked. */
function ConnectionState() {
  const { state, since } = useStore(connectionStore);
  return (
    <span role="status" className={styles.connection}>
      {state === 'lost' ? (
        <span className={styles.lost}>
          <WifiOff size={16} aria-hidden="true" />
          <Trans>Not live since {formatTime(since)}</Trans>
        </span>
      ) : null}
    </span>
  );
}

interface BarProps {
  readonly slotRef: (element: HTMLElement | null) => void;
}

/** The bar above every place: its heading, the state of the connection, search, clock and account. */
export function Bar({ slotRef }: BarProps) {
  return (
    <header className={styles.bar}>
      <div ref={slotRef} className={styles.slot} />
      <ConnectionState />
      <button type="button" className={styles.find} onClick={() => openLayer('palette')}>
        <Search size={16} aria-hidden="true" />
        <span className={styles.findText}>
          <Trans>Search or run a command</Trans>
        </span>
        <Keys name="Ctrl+K" />
      </button>
      <BangkokClock />
      <Crew />
      <AccountMenu />
    </header>
  );
}
