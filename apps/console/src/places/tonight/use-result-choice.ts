import { useLingui } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { useState } from 'react';
import {
  isComplete,
  type Method,
  methodsOf,
  type Result,
  type Winner,
} from '../../shared/bouts/result-choice.ts';
import { type Command, useCommands } from '../../shared/commands/commands.ts';

/** The methods that the key "Other" cycles through, in this order. */
const OTHER: readonly Method[] = ['forfeit', 'no_contest', 'cancelled'];

export interface ResultChoice extends Result {
  readonly hasRound: boolean;
  readonly isComplete: boolean;
  /** Whether the chosen method is one of the methods of "Other". */
  readonly isOther: boolean;
  readonly chooseWinner: (winner: Winner) => void;
  readonly chooseMethod: (method: Method) => void;
  readonly chooseOther: () => void;
  readonly chooseRound: (round: number) => void;
}

/**
 * The choice of winner, method and round. The hook keeps the three consistent, and preselects the round in which the
 * bout ended.
 */
export function useResultChoice({ rounds, ended_round: ended }: ShowBout): ResultChoice {
  const [winner, setWinner] = useState<Winner | null>(null);
  const [method, setMethod] = useState<Method | null>(null);
  const [chosenRound, setRound] = useState<number | null>(null);
  const round = chosenRound ?? ended ?? rounds;
  const hasRound = method === 'tko' || method === 'disqualification';
  const chosen: Result = { winner, method, round: hasRound ? round : null };
  const others = OTHER.indexOf(method as Method);
  const chooseMethod = (next: Method) => {
    setMethod(next);
    if (next === 'no_contest' || next === 'cancelled') setWinner('none');
    else if (winner === 'none' || winner === 'draw') setWinner(null);
  };
  return {
    ...chosen,
    hasRound,
    isComplete: isComplete(chosen),
    isOther: others >= 0,
    chooseWinner: (next) => {
      setWinner(next);
      if (next === 'draw') setMethod('draw');
      else if (method !== null && !methodsOf(next).includes(method)) {
        setMethod(methodsOf(next)[0] ?? null);
      }
    },
    chooseMethod,
    chooseOther: () => chooseMethod(OTHER[(others + 1) % OTHER.length] ?? 'forfeit'),
    chooseRound: (next) => setRound(Math.min(rounds, Math.max(1, next))),
  };
}

interface KeysProps {
  readonly choice: ResultChoice;
  readonly isOpen: boolean;
  readonly off: boolean;
  readonly onRecord: () => void;
}

/** Registers the keys of the choice while a result can be recorded. */
export function useResultKeys({ choice, isOpen, off, onRecord }: KeysProps): void {
  const { t } = useLingui();
  const group = t`Result`;
  const { round } = choice;
  const key = (keys: string, label: string, run: () => void): Command => ({
    ...{ id: `result-${keys}`, label, group, keys, disabled: off, keyOnly: true, run },
  });
  const keys = [
    key('1', t`Red wins`, () => choice.chooseWinner('red')),
    key('2', t`Draw`, () => choice.chooseWinner('draw')),
    key('3', t`Blue wins`, () => choice.chooseWinner('blue')),
    key('D', t`Decision`, () => choice.chooseMethod('decision')),
    key('T', t`TKO`, () => choice.chooseMethod('tko')),
    key('Q', t`Disqualification`, () => choice.chooseMethod('disqualification')),
    key('O', t`Other`, choice.chooseOther),
  ];
  const roundKeys =
    round === null
      ? []
      : [
          key('ArrowLeft', t`Earlier round`, () => choice.chooseRound(round - 1)),
          key('ArrowRight', t`Later round`, () => choice.chooseRound(round + 1)),
        ];
  const record: Command = {
    ...{ id: 'record', label: t`Record the result`, group, keys: 'Ctrl+Enter', run: onRecord },
    disabled: off || !choice.isComplete,
  };
  useCommands(isOpen ? [...keys, ...roundKeys, record] : []);
}
