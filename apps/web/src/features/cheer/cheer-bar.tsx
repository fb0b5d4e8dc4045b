import { useLingui } from '@lingui/react/macro';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Button } from '@sangwian/ui/button';
import { CoinMark } from '@sangwian/ui/marks';
import { Gift } from 'lucide-react';
import { useLayoutEffect, useRef } from 'react';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import styles from './cheer-bar.module.css';
import { type Corner, redShare } from './cheer-rules.ts';
import type { CheerState } from './cheer-state.ts';
import { useBar } from './use-cheer-state.ts';

interface CheerBarProps {
  readonly cheer: CheerState;
  /** Opens the gift panel, with the chosen corner if any. `null` if this member cannot cheer in this live. */
  readonly onCheer: ((corner: Corner | null) => void) | null;
  /** The sentence that replaces the buttons between bouts. It has the same height, to avoid a layout shift. */
  readonly boutOn: boolean;
}

/** Shows the coins of both corners as numbers and as a bar, with the cheer buttons. */
export function CheerBar({ cheer, onCheer, boutOn }: CheerBarProps) {
  const { t } = useLingui();
  const coinsText = useCoinsText();
  const bar = useBar(cheer);
  const share = bar === null ? 0.5 : redShare(bar);
  const track = useRef<HTMLDivElement>(null);
  // Set in an effect, because the page's CSP forbids style attributes.
  useLayoutEffect(() => {
    track.current?.style.setProperty('--red-share', String(share));
  }, [share]);
  const red = bar === null ? '–' : coinsText(bar.red.coins);
  const blue = bar === null ? '–' : coinsText(bar.blue.coins);
  return (
    <section className={styles.cheer} aria-label={t`Cheering`}>
      <div className={styles.sums}>
        <span className={styles.sum} role="img" aria-label={t`Red corner: ${red}`}>
          <CoinMark size={20} />
          {bar === null ? '–' : formatCoins(bar.red.coins)}
        </span>
        <span className={styles.title}>{t`Cheers for both corners`}</span>
        <div ref={track} className={styles.track} aria-hidden="true">
          <div className={styles.red} />
        </div>
        <span className={styles.sum} role="img" aria-label={t`Blue corner: ${blue}`}>
          {bar === null ? '–' : formatCoins(bar.blue.coins)}
          <CoinMark size={20} />
        </span>
      </div>
      {onCheer === null ? null : !boutOn ? (
        <p className={styles.between}>{t`Cheering opens when a bout is on`}</p>
      ) : (
        <div className={styles.actions}>
          <Button variant="red" onClick={() => onCheer('red')}>
            {t`Cheer red`}
          </Button>
          <Button variant="gold" className={styles.gift} onClick={() => onCheer(null)}>
            <Gift size={20} aria-hidden="true" />
            {t`Send a gift`}
          </Button>
          <Button variant="blue" onClick={() => onCheer('blue')}>
            {t`Cheer blue`}
          </Button>
        </div>
      )}
    </section>
  );
}

/** The gift button beside the text box of the chat. */
export function CheerButton({ onCheer }: { readonly onCheer: () => void }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.button} aria-label={t`Send a gift`} onClick={onCheer}>
      <Gift size={20} aria-hidden="true" />
    </button>
  );
}
