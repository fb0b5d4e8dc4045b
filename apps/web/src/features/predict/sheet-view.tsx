import { useLingui } from '@lingui/react/macro';
import type { PredictProgram } from '@sangwian/contract/endpoints/predict';
import { useRef } from 'react';
import { useReached } from '../../shared/in-step/use-reached.ts';
import { useSwitchedOff } from '../../shared/switches/site-state.ts';
import { SwitchNotice } from '../../shared/switches/switch-notice.tsx';
import { BoutCard } from './bout-card.tsx';
import { ConfirmBar } from './confirm-bar.tsx';
import { programAsOf, sheetAsOf } from './game-as-of.ts';
import { ProgramHead } from './program-head.tsx';
import { pickOf, progressOf } from './sheet-draft.ts';
import styles from './sheet-view.module.css';
import { useSheet } from './use-sheet.ts';

interface SheetViewProps {
  readonly program: PredictProgram;
  /** The time at which the programme was loaded. */
  readonly readAtMs: number;
  readonly drawnAtMs: number;
  readonly refresh: () => void;
}

/** The sheet of a programme: a card for each bout, and a bar to confirm the sheet while it is open. */
export function SheetView({ program: current, readAtMs, drawnAtMs, refresh }: SheetViewProps) {
  const { t } = useLingui();
  const own = useSheet(current, readAtMs);
  const reachedMs = useReached()(current);
  const program = programAsOf(current, reachedMs);
  const sheet = own.sheet && sheetAsOf(own.sheet, current, reachedMs);
  const { draft } = own;
  const isOpen = program.status === 'open';
  const canPick = useSwitchedOff('predictions') === null && isOpen;
  const cards = useRef<HTMLOListElement>(null);
  const progress = progressOf(program, draft, sheet);
  const goToMissing = () => {
    const place = program.matches.findIndex(
      (match) => match.match_id === progress.missing?.match_id,
    );
    const card = cards.current?.children[place];
    card?.scrollIntoView({ block: 'center' });
    card?.querySelector('input')?.focus({ preventScroll: true });
  };
  return (
    <>
      <ProgramHead
        program={program}
        sheet={sheet}
        isKnown={own.isKnown}
        waitsForPicture={Number.isFinite(reachedMs) && program !== current}
        drawnAtMs={drawnAtMs}
        onClosed={refresh}
      />
      {isOpen ? <SwitchNotice name="predictions" /> : null}
      <ol ref={cards} className={styles.bouts} aria-label={t`Bouts`}>
        {program.matches.map((match) => (
          <BoutCard
            key={match.match_id}
            match={match}
            isOpen={canPick}
            pick={canPick ? pickOf(match, draft, sheet) : pickOf(match, {}, sheet)}
            marked={sheet?.picks.find((pick) => pick.match_id === match.match_id) ?? null}
            hasSheet={sheet !== null}
            onPick={(pick) => own.pick(match, pick)}
          />
        ))}
      </ol>
      {canPick ? (
        <ConfirmBar own={own} progress={progress} goToMissing={goToMissing} refresh={refresh} />
      ) : null}
    </>
  );
}
