import { Trans, useLingui } from '@lingui/react/macro';
import type { ShowBout } from '@sangwian/contract/endpoints/operator/show';
import { faultOfJudges, JUDGES } from '@sangwian/contract/rules/round-score';
import { useState } from 'react';
import { useNames } from '../../shared/bouts/names.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { Button } from '../../shared/ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../../shared/ui/dialog.tsx';
import { Field } from '../../shared/ui/field.tsx';
import styles from './judges-dialog.module.css';
import { useActs } from './use-act.ts';

interface Props {
  readonly bout: ShowBout;
  readonly onClose: () => void;
}

interface Typed {
  readonly red: string;
  readonly blue: string;
}

const isNumber = (text: string): boolean => /^\d{1,3}$/.test(text.trim());

/** Enters the totals of the three judges of a decision, or removes them. No coins move. */
export function JudgesDialog({ bout, onClose }: Props) {
  const { t } = useLingui();
  const names = useNames();
  const { run, isBusy } = useActs();
  const isLocked = useWritesLocked();
  const [typed, setTyped] = useState<readonly Typed[]>(() =>
    Array.from({ length: JUDGES }, (_, index) => {
      const card = bout.judges?.cards[index];
      return { red: String(card?.red ?? ''), blue: String(card?.blue ?? '') };
    }),
  );
  const isFilled = typed.every(({ red, blue }) => isNumber(red) && isNumber(blue));
  const cards = typed.map(({ red, blue }) => ({ red: Number(red), blue: Number(blue) }));
  const { winner = null, method = null } = bout.result ?? {};
  const hasFault =
    isFilled && faultOfJudges(cards, { winner, method, rounds: bout.rounds }) !== null;
  const off = isBusy || isLocked;
  const send = async (sent: typeof cards | null): Promise<void> => {
    const { match_live_id: id, version } = bout;
    const operation = 'POST /operator/show/bouts/{match_live_id}/judges';
    if (await run(operation, { id, version }, { cards: sent })) onClose();
  };
  return (
    <Dialog
      title={t`Judges’ cards`}
      description={<Trans>Fans see them beside their own cards. No coins move.</Trans>}
      onClose={onClose}
      onSubmit={() => {
        if (isFilled && !hasFault && !off) void send(cards);
      }}
      actions={
        <>
          {bout.judges == null ? null : (
            <Button variant="danger" disabled={off} onClick={() => void send(null)}>
              <Trans>Remove</Trans>
            </Button>
          )}
          <ActionsGap />
          <Button onClick={onClose}>
            <Trans>Close</Trans>
          </Button>
          <Button type="submit" variant="primary" disabled={off || !isFilled || hasFault}>
            <Trans>Save</Trans>
          </Button>
        </>
      }
    >
      <DialogBody>
        {typed.map((card, index) => {
          const number = index + 1;
          return (
            <fieldset key={number} className={styles.judge}>
              <legend>{t`Judge ${number}`}</legend>
              {(['red', 'blue'] as const).map((corner) => (
                <Field
                  key={corner}
                  label={names.of(bout[corner].name)}
                  inputMode="numeric"
                  autoComplete="off"
                  maxLength={3}
                  value={card[corner]}
                  onChange={({ currentTarget: { value } }) =>
                    setTyped((before) =>
                      before.map((one, at) => (at === index ? { ...one, [corner]: value } : one)),
                    )
                  }
                />
              ))}
            </fieldset>
          );
        })}
        <p role="status" className={styles.fault}>
          {hasFault ? t`These totals do not fit the result.` : null}
        </p>
      </DialogBody>
    </Dialog>
  );
}
