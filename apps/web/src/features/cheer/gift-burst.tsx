import { useLanguage } from '../../shared/language/use-language.ts';
import { useGift } from '../live/room/gift-catalogue.ts';
import type { Burst } from './cheer-state.ts';
import styles from './gift-burst.module.css';

const SPARKS = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'] as const;
const SPARKS_BY_EFFECT = { spark: 0, burst: 4, storm: 8 } as const;

/** The gift animation. Hidden from screen readers, because the chat has the same as text. */
export function GiftBurst({ burst }: { readonly burst: Burst }) {
  const { text } = useLanguage();
  const { gift: line, turn } = burst;
  const gift = useGift(line.gift_id);
  if (gift === null) return null;
  return (
    <div key={turn} className={styles.place} data-corner={line.corner} aria-hidden="true">
      <div className={styles.burst} data-effect={gift.effect}>
        {SPARKS.slice(0, SPARKS_BY_EFFECT[gift.effect]).map((spark) => (
          <span key={spark} className={styles.spark} />
        ))}
        <img src={gift.picture} alt="" width={96} height={96} className={styles.picture} />
        <span className={styles.words}>
          {line.member_name} · {text(gift.name)}
          {line.quantity > 1 ? ` ×${line.quantity}` : null}
        </span>
      </div>
    </div>
  );
}
