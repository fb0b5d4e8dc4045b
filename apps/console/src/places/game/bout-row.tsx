import { Trans, useLingui } from '@lingui/react/macro';
import type { GameSheet } from '@sangwian/contract/endpoints/operator/game';
import { formatCoins } from '@sangwian/i18n/format-number';
import { classNames } from '@sangwian/ui/class-names';
import { CornerSlash } from '@sangwian/ui/corner-slash';
import { useNames } from '../../shared/bouts/names.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import styles from './game-place.module.css';

type Bout = GameSheet['matches'][number];

/** The picks of a bout as a bar and as numbers: red, draw, blue. */
function Picks({ picks }: Pick<Bout, 'picks'>) {
  const { t } = useLingui();
  const red = formatCoins(picks.red);
  const draw = formatCoins(picks.draw);
  const blue = formatCoins(picks.blue);
  if (picks.red + picks.draw + picks.blue === 0) {
    return (
      <span className={styles.weak}>
        <Trans>No picks</Trans>
      </span>
    );
  }
  return (
    <span className={styles.picks}>
      <span
        className={styles.bar}
        role="img"
        aria-label={t`Picks: red ${red}, draw ${draw}, blue ${blue}`}
      >
        <i className={styles.red} style={{ flexGrow: picks.red }} />
        <i className={styles.draw} style={{ flexGrow: picks.draw }} />
        <i className={styles.blue} style={{ flexGrow: picks.blue }} />
      </span>
      <span className={styles.counts} aria-hidden="true">
        <span>{red}</span>
        <span>{draw}</span>
        <span>{blue}</span>
      </span>
    </span>
  );
}

function ResultState({ bout }: { readonly bout: Bout }) {
  const { t } = useLingui();
  const names = useNames();
  const { result, on_hold: isHeld } = bout;
  if (result === null) {
    return (
      <span className={styles.weak}>
        <Trans>No result yet</Trans>
      </span>
    );
  }
  const { round } = result;
  const method = names.method(result.method);
  return (
    <>
      <span>{round === null ? method : `${method} ${t`R${round}`}`}</span>
      {isHeld ? (
        <Chip tone="warn">
          <Trans>On hold</Trans>
        </Chip>
      ) : null}
    </>
  );
}

interface Props {
  readonly bout: Bout;
  /** The picks are counted once the card closes for predictions. */
  readonly isCounted: boolean;
  readonly onCorrect: (() => void) | null;
}

/** One bout of the card with its picks and its result. */
export function BoutRow({ bout, isCounted, onCorrect }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const isLocked = useWritesLocked();
  const { order, picks, result } = bout;
  return (
    <li className={styles.row}>
      <span className={styles.order}>{order}</span>
      <span className={styles.pair}>
        {(['red', 'blue'] as const).map((corner) => (
          <span
            key={corner}
            className={classNames(styles.fighter, result?.winner === corner && styles.won)}
          >
            <CornerSlash
              corner={corner}
              label={corner === 'red' ? t`Red corner` : t`Blue corner`}
            />
            {names.of(bout[corner])}
          </span>
        ))}
      </span>
      {isCounted ? (
        <Picks picks={picks} />
      ) : (
        <span className={styles.weak}>
          <Trans>counted when sheets close</Trans>
        </span>
      )}
      <span className={styles.result}>
        <ResultState bout={bout} />
      </span>
      <span className={styles.act}>
        {onCorrect === null ? null : (
          <Button
            variant="quiet"
            size="small"
            disabled={isLocked}
            aria-label={t`Correct the result of bout ${order}`}
            onClick={onCorrect}
          >
            <Trans>Correct…</Trans>
          </Button>
        )}
      </span>
    </li>
  );
}
