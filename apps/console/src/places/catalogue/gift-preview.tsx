import { useLingui } from '@lingui/react/macro';
import type { GiftEffect } from '@sangwian/contract/endpoints/operator/catalogue';
import { formatCoins } from '@sangwian/i18n/format-number';
import { RotateCw } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../shared/ui/button.tsx';
import styles from './gift-preview.module.css';

const SPARKS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const SPARKS_BY_EFFECT: Record<GiftEffect, number> = { spark: 0, burst: 4, storm: 8 };

interface GiftPreviewProps {
  readonly name: string;
  readonly coins: number;
  readonly drawing: string;
  readonly effect: GiftEffect;
}

/** Shows a gift as the live page does: its button, and its animation over the video. */
export function GiftPreview({ name, coins, drawing, effect }: GiftPreviewProps) {
  const { t } = useLingui();
  const [turn, setTurn] = useState(0);
  const picture = `/art/gift/${drawing}.svg`;
  return (
    <div className={styles.preview}>
      <div className={styles.tile}>
        <img src={picture} alt="" width={44} height={44} />
        <span className={styles.name}>{name}</span>
        <span className={styles.coins}>{formatCoins(coins)}</span>
      </div>
      <div className={styles.stage}>
        <div key={`${turn} ${drawing} ${effect}`} className={styles.place} aria-hidden="true">
          <div className={styles.burst}>
            {SPARKS.slice(0, SPARKS_BY_EFFECT[effect]).map((spark) => (
              <span key={spark} className={styles.spark} />
            ))}
            <img src={picture} alt="" width={96} height={96} />
            <span className={styles.words}>{name}</span>
          </div>
        </div>
      </div>
      <Button size="small" icon={RotateCw} onClick={() => setTurn(turn + 1)}>
        {t`Play again`}
      </Button>
    </div>
  );
}
