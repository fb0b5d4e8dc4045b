import { useLingui } from '@lingui/react/macro';
import type { Match } from '@sangwian/contract/endpoints/live';
import { formatClock } from '@sangwian/i18n/format-date';
import { classNames } from '@sangwian/ui/class-names';
import { CornerSlash } from '@sangwian/ui/corner-slash';
import { Tag } from '@sangwian/ui/tag';
import { useResultText } from '../../../shared/bouts/result-text.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { byOrder } from '../room/live-feed.ts';
import styles from './tonight-card.module.css';

function Corners({ match }: { readonly match: Match }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const winner = match.result?.winner;
  const side = (corner: 'red' | 'blue', label: string) => (
    <span className={classNames(styles.name, winner === corner && styles.won)}>
      <CornerSlash corner={corner} label={label} />
      {text(match[corner].name)}
    </span>
  );
  return (
    <div className={styles.pair}>
      {side('red', t`Red corner`)}
      {side('blue', t`Blue corner`)}
    </div>
  );
}

function BoutState({ match }: { readonly match: Match }) {
  const { t } = useLingui();
  const resultText = useResultText();
  if (match.result !== null)
    return <span className={styles.result}>{resultText(match.result, match)}</span>;
  if (match.status !== 'in_progress') return null;
  const round = match.round?.number;
  return <Tag tone="live">{round === undefined ? t`Now` : t`Round ${round}`}</Tag>;
}

interface TonightCardProps {
  readonly matches: readonly Match[];
}

/** All bouts of the evening in running order, with their results. */
export function TonightCard({ matches }: TonightCardProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  return (
    <ol className={styles.list}>
      {byOrder(matches).map((match) => {
        const pounds = match.weight_pounds;
        return (
          <li
            key={match.match_live_id}
            className={classNames(styles.bout, match.status === 'in_progress' && styles.on)}
            aria-current={match.status === 'in_progress' ? 'true' : undefined}
          >
            <span className={styles.time}>{formatClock(match.starts_at)}</span>
            <div className={styles.what}>
              <Corners match={match} />
              <p className={styles.weight}>
                {match.main_event ? (
                  <strong className={styles.main}>{t`Main event`} · </strong>
                ) : null}
                {text(match.division)} · {t`${pounds} lb`}
              </p>
            </div>
            <div className={styles.state}>
              <BoutState match={match} />
            </div>
          </li>
        );
      })}
    </ol>
  );
}
