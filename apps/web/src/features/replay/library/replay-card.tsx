import { Plural } from '@lingui/react/macro';
import type { ReplayLine } from '@sangwian/contract/endpoints/replay';
import { formatCoins } from '@sangwian/i18n/format-number';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { CoinMark } from '@sangwian/ui/marks';
import { Tag } from '@sangwian/ui/tag';
import { Play } from 'lucide-react';
import { Link } from 'react-router';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { PhotoImage } from '../../../shared/photo/photo-image.tsx';
import { useCoinsText } from '../../../shared/wallet/coins-text.ts';
import styles from './replay-card.module.css';
import { useDateWords } from './use-date-words.ts';

interface ReplayCardProps {
  readonly line: ReplayLine;
  readonly nowMs: number;
  /** The level of the title. */
  readonly level: 'h2' | 'h3';
}

/** A replay in the library: its poster, title, promotion and date. It shows no result. */
export function ReplayCard({ line, nowMs, level: Title }: ReplayCardProps) {
  const coinsText = useCoinsText();
  const { text } = useLanguage();
  const wordsOf = useDateWords(nowMs);
  const coins = line.price_coins === null ? '' : formatCoins(line.price_coins);
  return (
    <li className={classNames(cardClass, styles.card)}>
      <div className={styles.poster}>
        <PhotoImage
          photo={line.photo}
          owner="program"
          sizes="(max-width: 641px) 100vw, 420px"
          src={line.poster}
          alt=""
          width={640}
          height={360}
          loading="lazy"
          decoding="async"
        />
        <span className={styles.play} aria-hidden="true">
          <Play size={22} fill="currentColor" />
        </span>
        {line.access === 'premium' ? (
          <div className={styles.price}>
            <Tag tone="glass">
              <CoinMark size={16} />
              <span role="img" aria-label={coinsText(line.price_coins ?? 0)}>
                {coins}
              </span>
            </Tag>
          </div>
        ) : null}
      </div>
      <div className={styles.words}>
        <Title className={styles.title}>
          <Link to={`/live/${line.program_live_id}`} className={styles.link}>
            {text(line.title)}
          </Link>
        </Title>
        <p className={styles.fact}>
          {text(line.promotion)} · {text(line.stadium)}
        </p>
        <p className={styles.fact}>
          <time dateTime={line.starts_at}>{wordsOf(line.starts_at)}</time> ·{' '}
          <Plural value={line.bouts} one="# bout" other="# bouts" />
        </p>
      </div>
    </li>
  );
}
