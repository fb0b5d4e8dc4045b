import { useLingui } from '@lingui/react/macro';
import { hasRound, PICK_METHODS, type Pick } from '@sangwian/contract/rules/predict-pick';
import { classNames } from '@sangwian/ui/class-names';
import choice from './choice.module.css';
import { useGameWords } from './game-words.ts';
import styles from './method-fields.module.css';
import { changePick } from './sheet-draft.ts';

interface ChoicesProps<Value> {
  readonly name: string;
  readonly legend: string;
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value;
  readonly onChoose: (value: Value) => void;
}

function Choices<Value extends string | number | null>(props: ChoicesProps<Value>) {
  const { name, legend, options, value, onChoose } = props;
  return (
    <fieldset className={styles.field}>
      <legend className={styles.legend}>{legend}</legend>
      <div className={styles.options}>
        {options.map((option) => (
          <label key={option.value ?? ''} className={classNames(choice.choice, styles.option)}>
            <input
              type="radio"
              name={name}
              className={choice.radio}
              checked={value === option.value}
              onChange={() => onChoose(option.value)}
            />
            {option.label}
          </label>
        ))}
      </div>
    </fieldset>
  );
}

interface MethodFieldsProps {
  readonly matchId: string;
  readonly rounds: number;
  readonly pick: Pick;
  readonly onPick: (pick: Pick) => void;
}

/** Optional picks for extra points: the method, and the round if the method has one. */
export function MethodFields({ matchId, rounds, pick, onPick }: MethodFieldsProps) {
  const { t } = useLingui();
  const { methodOf } = useGameWords();
  const change = (part: Partial<Pick>) => {
    const next = changePick(pick, part);
    if (next) onPick(next);
  };
  const anything = { value: null, label: t`No pick` };
  return (
    <div className={styles.fields}>
      <Choices
        name={`${matchId} method`}
        legend={t`How? (+2)`}
        value={pick.method}
        options={[
          anything,
          ...PICK_METHODS.map((method) => ({ value: method, label: methodOf(method) })),
        ]}
        onChoose={(method) => change({ method })}
      />
      {hasRound(pick.method) ? (
        <Choices
          name={`${matchId} round`}
          legend={t`In which round? (+1)`}
          value={pick.round}
          options={[
            anything,
            ...Array.from({ length: rounds }, (_, index) => ({
              value: index + 1,
              label: String(index + 1),
            })),
          ]}
          onChoose={(round) => change({ round })}
        />
      ) : null}
    </div>
  );
}
