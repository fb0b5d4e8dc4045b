import { Trans } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { useNames } from './names.ts';

/** A recorded result as a sentence: "Mekhin wins by TKO, round 3". */
export function ResultSentence({ bout }: { readonly bout: ShowBout }) {
  const names = useNames();
  const { result } = bout;
  if (result === null) return null;
  const winner = names.winner(bout);
  const method = names.method(result.method);
  const { round } = result;
  if (winner === null) return method;
  return round === null ? (
    <Trans>
      {winner} wins by {method}
    </Trans>
  ) : (
    <Trans>
      {winner} wins by {method}, round {round}
    </Trans>
  );
}
