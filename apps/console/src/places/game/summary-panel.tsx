import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { GameSheet } from '@sangwian/contract/endpoints/operator/game';
import { formatCoins } from '@sangwian/i18n/format-number';
import { Flag } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { Countdown } from './countdown.tsx';
import { FinaliseDialog } from './finalise-dialog.tsx';
import styles from './game-place.module.css';
import { GameStatus } from './game-status.tsx';

function Figure({ label, children }: { readonly label: ReactNode; readonly children: ReactNode }) {
  return (
    <div className={styles.figure}>
      <dt>{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}

/** The figures of a card's game, the countdown to its next step, and the button that makes the scores final. */
export function SummaryPanel({ sheet }: { readonly sheet: GameSheet }) {
  const { t } = useLingui();
  const isLocked = useWritesLocked();
  const [isOpen, setOpen] = useState(false);
  const { status, sheets, bouts, decided, closes_at: closesAt, final_by: finalBy } = sheet;
  const { scored_at: scoredAt, finalised_by: by } = sheet;
  const canFinalise = status === 'scoring' && by === null;
  const without = bouts - decided;
  return (
    <Panel
      title={t`Scores`}
      note={<GameStatus card={sheet} />}
      className={styles.summary}
      actions={
        canFinalise ? (
          <Button icon={Flag} disabled={isLocked} onClick={() => setOpen(true)}>
            <Trans>Make final now…</Trans>
          </Button>
        ) : null
      }
    >
      <dl className={styles.figures}>
        <Figure label={<Trans>Sheets</Trans>}>{formatCoins(sheets)}</Figure>
        <Figure label={<Trans>Results</Trans>}>
          <Trans>
            {decided} of {bouts}
          </Trans>
        </Figure>
        {status === 'open' ? (
          <Figure label={<Trans>Sheets close in</Trans>}>
            <Countdown to={closesAt} />
          </Figure>
        ) : (
          <Figure label={<Trans>Sheets closed</Trans>}>
            <Moment at={closesAt} />
          </Figure>
        )}
        {scoredAt === null ? (
          <Figure label={<Trans>Final at the latest in</Trans>}>
            <Countdown to={finalBy} />
          </Figure>
        ) : (
          <Figure label={<Trans>Final since</Trans>}>
            <Moment at={scoredAt} />
          </Figure>
        )}
        {by === null ? null : (
          <Figure label={<Trans>Made final by</Trans>}>
            <bdi>{by}</bdi>
          </Figure>
        )}
      </dl>
      <p className={styles.note}>
        {status === 'final' ? (
          <Trans>A corrected result changes the scores again, within seconds.</Trans>
        ) : by !== null ? (
          <Trans>The sheets are being scored. The ranking appears here when all are done.</Trans>
        ) : without === 0 ? (
          <Trans>Every bout has a result. Scores are final five minutes after the last one.</Trans>
        ) : (
          <Plural
            value={without}
            one="# bout has no result yet. Scores are final five minutes after the last one."
            other="# bouts have no result yet. Scores are final five minutes after the last one."
          />
        )}
      </p>
      {isOpen && canFinalise ? (
        <FinaliseDialog sheet={sheet} onClose={() => setOpen(false)} />
      ) : null}
    </Panel>
  );
}
