import { Trans } from '@lingui/react/macro';
import type { Bilingual, MatchResult } from '@sangwian/contract/endpoints/live';
import { useNames } from './names.ts';

interface Props {
  readonly result: MatchResult | null;
  readonly red: Bilingual;
  readonly blue: Bilingual;
}

/** A result as a sentence: "Mekhin wins by TKO, round 3". */
export function ResultSentence({ result, red, blue }: Props) {
  const names = useNames();
  if (result === null) return null;
  const winner = names.winner({ result, red: { name: red }, blue: { name: blue } });
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
