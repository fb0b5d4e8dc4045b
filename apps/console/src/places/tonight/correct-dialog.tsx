import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { formatCoins } from '@sangwian/i18n/format-number';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import { useNames } from './names.ts';
import { isComplete, type Method, methodsOf, type Winner } from './result-choice.ts';
import styles from './tonight.module.css';
import { useActs } from './use-act.ts';

interface Props {
  /** Bouts with a confirmed result. */
  readonly bouts: readonly ShowBout[];
  readonly onClose: () => void;
}

/** Replaces a confirmed result, with the refund in numbers before. */
export function CorrectDialog({ bouts, onClose }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const { run, isBusy } = useActs();
  const [id, setId] = useState(bouts.at(-1)?.match_live_id ?? '');
  const [winner, setWinner] = useState<Winner>('red');
  const [method, setMethod] = useState<Method>('decision');
  const [round, setRound] = useState(1);
  const bout = bouts.find((one) => one.match_live_id === id) ?? bouts[0];
  const hasRound = method === 'tko' || method === 'disqualification';
  const result = { winner, method, ...(hasRound ? { round } : {}) };
  const isValid = isComplete({ winner, method, round: hasRound ? round : null });
  const query = useQuery({
    ...staffQuery(
      'GET /operator/show/bouts/{match_live_id}/correction',
      { params: { match_live_id: bout?.match_live_id ?? ('' as never) }, query: result },
      'show',
    ),
    enabled: isValid && bout !== undefined,
  });
  if (bout === undefined) return null;
  const { order } = bout;
  const red = names.of(bout.red.name);
  const blue = names.of(bout.blue.name);
  return (
    <ConfirmDialog
      title={t`Correct a result`}
      description={
        <Trans>
          The card, the records and the predictions follow. Nobody loses coins that came back.
        </Trans>
      }
      asksReason
      action={t`Correct bout ${order}`}
      isDanger
      isBusy={isBusy || !isValid || query.data === undefined}
      onConfirm={async (reason) => {
        const done = await run(
          'POST /operator/show/bouts/{match_live_id}/correct',
          { id: bout.match_live_id, version: bout.version },
          { ...result, expected_coins: query.data?.coins, reason },
        );
        if (done) onClose();
      }}
      onClose={onClose}
    >
      <div className={styles.selects}>
        <label>
          <Trans>Bout</Trans>
          <select value={id} onChange={(event) => setId(event.currentTarget.value as typeof id)}>
            {bouts.map((one) => (
              <option key={one.match_live_id} value={one.match_live_id}>
                {one.order} · {names.of(one.red.name)} – {names.of(one.blue.name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <Trans>Winner</Trans>
          <select
            value={winner}
            onChange={(event) => {
              const next = event.currentTarget.value as Winner;
              setWinner(next);
              setMethod(methodsOf(next)[0] ?? 'decision');
            }}
          >
            <option value="red">{red}</option>
            <option value="blue">{blue}</option>
            <option value="draw">{t`Draw`}</option>
            <option value="none">{t`No winner`}</option>
          </select>
        </label>
        <label>
          <Trans>Method</Trans>
          <select
            value={method}
            onChange={(event) => setMethod(event.currentTarget.value as Method)}
          >
            {methodsOf(winner).map((one) => (
              <option key={one} value={one}>
                {names.method(one)}
              </option>
            ))}
          </select>
        </label>
        {hasRound ? (
          <label>
            <Trans>Round</Trans>
            <select value={round} onChange={(event) => setRound(Number(event.currentTarget.value))}>
              {Array.from({ length: bout.rounds }, (_, index) => index + 1).map((one) => (
                <option key={one} value={one}>
                  {one}
                </option>
              ))}
            </select>
          </label>
        ) : null}
      </div>
      <QueryView query={query} rows={1}>
        {({ coins, members }) => {
          const amount = formatCoins(coins);
          return (
            <p className={styles.effect}>
              {coins === 0 ? (
                <Trans>No further coins go back.</Trans>
              ) : (
                <Trans>
                  <b>{amount} coins</b> go back to{' '}
                  <Plural value={members} one="# member" other="# members" />.
                </Trans>
              )}
            </p>
          );
        }}
      </QueryView>
    </ConfirmDialog>
  );
}
