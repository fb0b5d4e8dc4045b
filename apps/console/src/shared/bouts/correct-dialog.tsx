import { Trans, useLingui } from '@lingui/react/macro';
import type { Bilingual, MatchResult } from '@sangwian/contract/endpoints/live';
import type { MatchId, MatchLiveId, ProgramId } from '@sangwian/contract/ids';
import { type UseQueryResult, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callStaff } from '../api/call-staff.ts';
import { staffQuery } from '../api/staff-query.ts';
import { FormFailure } from '../forms/form-failure.tsx';
import { useMe } from '../session/session-store.ts';
import { showToast } from '../toasts/toasts.ts';
import { ConfirmDialog } from '../ui/confirm-dialog.tsx';
import { SelectField } from '../ui/field.tsx';
import { QueryView } from '../ui/states.tsx';
import styles from './correct-dialog.module.css';
import { CorrectionEffect } from './correction-effect.tsx';
import { LeaderList } from './leader-list.tsx';
import { useNames } from './names.ts';
import { isComplete, isSameResult, type Method, methodsOf, type Winner } from './result-choice.ts';
import { ResultSentence } from './result-sentence.tsx';
import { StaleBoutNotice } from './stale-notice.tsx';
import { useActId } from './use-act-id.ts';
import { useBoutWrite } from './use-bout-write.ts';

/** A bout with a confirmed result. */
export interface CorrectableBout {
  readonly match_id: MatchId;
  readonly match_live_id: MatchLiveId;
  readonly version: number;
  readonly order: number;
  readonly rounds: number;
  readonly red: Bilingual;
  readonly blue: Bilingual;
  readonly result: MatchResult | null;
}

interface Chosen {
  readonly winner: Winner;
  readonly method: Method;
  readonly round: number;
}

/** Returns the current result of a bout as a choice. */
const presentChoice = ({ result, rounds }: CorrectableBout): Chosen => ({
  winner: result?.winner ?? 'red',
  method: result?.method ?? 'decision',
  round: result?.round ?? rounds,
});

interface ChoiceProps {
  readonly bout: CorrectableBout;
  readonly chosen: Chosen;
  readonly hasRound: boolean;
  readonly onChoose: (chosen: Chosen) => void;
}

function ResultChoice({ bout, chosen, hasRound, onChoose }: ChoiceProps) {
  const { t } = useLingui();
  const names = useNames();
  const { winner, method, round } = chosen;
  const rounds = Array.from({ length: bout.rounds }, (_, index) => String(index + 1));
  return (
    <>
      <SelectField
        label={t`Winner`}
        value={winner}
        options={[
          { value: 'red', label: names.of(bout.red) },
          { value: 'blue', label: names.of(bout.blue) },
          { value: 'draw', label: t`Draw` },
          { value: 'none', label: t`No winner` },
        ]}
        onChange={(event) => {
          const next = event.currentTarget.value as Winner;
          const methods = methodsOf(next);
          const kept = methods.includes(method) ? method : (methods[0] ?? 'decision');
          onChoose({ ...chosen, winner: next, method: kept });
        }}
      />
      <SelectField
        label={t`Method`}
        value={method}
        options={methodsOf(winner).map((one) => ({ value: one, label: names.method(one) }))}
        onChange={(event) => onChoose({ ...chosen, method: event.currentTarget.value as Method })}
      />
      {hasRound ? (
        <SelectField
          label={t`Round`}
          value={String(round)}
          options={rounds.map((one) => ({ value: one, label: one }))}
          onChange={(event) => onChoose({ ...chosen, round: Number(event.currentTarget.value) })}
        />
      ) : null}
    </>
  );
}

/** Reads the effect of another result: the coins to return, and the changes in the prediction game. */
function useEffectOf(
  programId: ProgramId,
  bout: CorrectableBout,
  { winner, method, round }: { winner: Winner; method: Method; round?: number },
  enabled: boolean,
) {
  const { match_live_id, match_id } = bout;
  const coins = useQuery({
    ...staffQuery(
      'GET /operator/show/bouts/{match_live_id}/correction',
      { params: { match_live_id }, query: { winner, method, round } },
      'show',
    ),
    enabled,
  });
  // In the prediction game, a no contest counts as a cancelled bout.
  const counted = method === 'no_contest' ? 'cancelled' : method;
  const game = useQuery({
    ...staffQuery(
      'GET /operator/game/{program_id}/effect',
      { params: { program_id: programId }, query: { match_id, winner, method: counted, round } },
      'game',
    ),
    enabled,
  });
  return { coins, game };
}

interface Props {
  readonly programId: ProgramId;
  readonly bouts: readonly CorrectableBout[];
  /** The preselected bout; by default the last one. */
  readonly first?: MatchLiveId;
  readonly onClose: () => void;
}

/**
 * Corrects a confirmed result and shows the effect in numbers first. An owner corrects alone; other roles request the
 * approval of a second person.
 */
export function CorrectDialog({ programId, bouts, first, onClose }: Props) {
  const [id, setId] = useState(first ?? bouts.at(-1)?.match_live_id);
  const bout = bouts.find(({ match_live_id }) => match_live_id === id) ?? bouts[0];
  if (bout === undefined) return null;
  return <Correction {...{ programId, bouts, bout, onClose }} onBout={setId} />;
}

interface CorrectionProps extends Omit<Props, 'first'> {
  readonly bout: CorrectableBout;
  readonly onBout: (id: MatchLiveId) => void;
}

function Correction({ programId, bouts, bout, onBout, onClose }: CorrectionProps) {
  const { t } = useLingui();
  const names = useNames();
  const [chosen, setChosen] = useState(() => presentChoice(bout));
  const { winner, method, round } = chosen;
  const hasRound = method === 'tko' || method === 'disqualification';
  const counted = { winner, method, round: hasRound ? round : null };
  const canSend = isComplete(counted) && !isSameResult(counted, bout.result);
  const result = { winner, method, ...(hasRound ? { round } : {}) };
  const effect = useEffectOf(programId, bout, result, canSend);
  const write = useBoutWrite(onClose);
  const actId = useActId();
  const isOwner = useMe().role === 'owner';
  const { order, version, match_live_id } = bout;
  const { data: refund } = effect.coins;
  const chooseBout = (id: string): void => {
    const next = bouts.find((one) => one.match_live_id === id);
    if (next === undefined) return;
    onBout(next.match_live_id);
    setChosen(presentChoice(next));
  };
  const isKnown = refund !== undefined && effect.game.data !== undefined;
  const send = async (reason: string): Promise<void> => {
    const content = { ...result, version, expected_coins: refund?.coins ?? 0, reason };
    const id = actId([match_live_id, content]);
    const params = { match_live_id };
    if (isOwner) {
      const body = { ...content, act_id: id };
      await callStaff('POST /operator/show/bouts/{match_live_id}/correct', { params, body });
      return;
    }
    const body = { ...content, result_correction_id: id };
    await callStaff('POST /operator/show/bouts/{match_live_id}/corrections', { params, body });
    showToast('done', t`Waits for a second person`);
  };
  return (
    <ConfirmDialog
      title={t`Correct a result`}
      description={
        <>
          <Trans>
            The card, the records and the predictions follow. No member loses coins that went back.
          </Trans>
          {isOwner ? null : (
            <>
              {' '}
              <Trans>Nothing changes until a second person approves it.</Trans>
            </>
          )}
        </>
      }
      asksReason
      action={isOwner ? t`Correct bout ${order}` : t`Ask a second person`}
      isDanger={isOwner}
      isBusy={write.isBusy || !canSend || !isKnown}
      onConfirm={(reason) => void write.run(() => send(reason))}
      onClose={onClose}
    >
      {write.stale === null ? null : <StaleBoutNotice acts={write.stale} />}
      <FormFailure error={write.failure} />
      <div className={styles.choice}>
        <SelectField
          label={t`Bout`}
          value={bout.match_live_id}
          options={bouts.map((one) => ({
            value: one.match_live_id,
            label: `${one.order} · ${names.of(one.red)} – ${names.of(one.blue)}`,
          }))}
          hint={
            <>
              <Trans>Now:</Trans>{' '}
              <ResultSentence result={bout.result} red={bout.red} blue={bout.blue} />
            </>
          }
          onChange={(event) => chooseBout(event.currentTarget.value)}
        />
        <ResultChoice {...{ bout, chosen, hasRound }} onChoose={setChosen} />
      </div>
      {canSend ? (
        <Effect {...effect} />
      ) : (
        <p className={styles.hint}>
          <Trans>Choose another result to see what it changes.</Trans>
        </p>
      )}
    </ConfirmDialog>
  );
}

type Effects = ReturnType<typeof useEffectOf>;

function Effect({ coins, game }: Effects) {
  return (
    <QueryView query={coins as UseQueryResult<NonNullable<Effects['coins']['data']>>} rows={3}>
      {(refund) => (
        <QueryView query={game as UseQueryResult<NonNullable<Effects['game']['data']>>} rows={3}>
          {(moved) => (
            <>
              <CorrectionEffect coins={refund.coins} members={refund.members} game={moved} />
              {moved.leaders.length === 0 ? null : (
                <div>
                  <h3 className={styles.heading}>
                    <Trans>Leaders afterwards</Trans>
                  </h3>
                  <LeaderList leaders={moved.leaders} />
                </div>
              )}
            </>
          )}
        </QueryView>
      )}
    </QueryView>
  );
}
