import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { LIMITS } from '@sangwian/contract/limits';
import { Button, buttonClass } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { CoinMark } from '@sangwian/ui/marks';
import { SubmitButton } from '@sangwian/ui/submit-button';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { ApiError } from '../../shared/api/api-error.ts';
import { callApi } from '../../shared/api/call-api.ts';
import { type Refusal, refusalOf } from '../../shared/api/refusal.ts';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { forgetIntent, intentKey } from '../../shared/ids/intent-key.ts';
import { updateBalance } from '../../shared/session/session.ts';
import { useOwnDraft } from '../../shared/storage/use-own-draft.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import styles from './redeem-dialog.module.css';

type Redeemed = ResponseOf<'POST /redeem/useRedeem'>['data'];

interface RedeemDialogProps {
  /** The id of the page's live, which a code can unlock. */
  readonly programLiveId?: string;
  /** Called when the code has unlocked this live. */
  readonly onOpened?: () => void;
  readonly onClose: () => void;
}

/** Redeems a code. Idempotent until a response arrives. */
async function redeemCode(code: string, programLiveId: string | undefined): Promise<Redeemed> {
  const intent = `redeem:${code.toUpperCase()}:${programLiveId ?? ''}`;
  try {
    const { data } = await callApi('POST /redeem/useRedeem', {
      body: { code, ...(programLiveId === undefined ? {} : { program_live_id: programLiveId }) },
      idempotencyKey: intentKey(intent),
    });
    forgetIntent(intent);
    return data;
  } catch (error) {
    if (error instanceof ApiError && error.status !== 'idempotency_in_progress') {
      forgetIntent(intent);
    }
    throw error;
  }
}

function Done({ done, onClose }: { readonly done: Redeemed; readonly onClose: () => void }) {
  const { t } = useLingui();
  const coinsText = useCoinsText();
  const coins = coinsText(done.coins);
  const balance = coinsText(done.balance);
  return (
    <div className={styles.done} role="status">
      {done.kind === 'coin' ? (
        <>
          <CoinMark size={48} />
          <p className={styles.got}>{t`You got ${coins}`}</p>
          <p className={styles.text}>{t`Your balance is now ${balance}.`}</p>
        </>
      ) : (
        <>
          <p className={styles.got}>{t`The live is open for you`}</p>
          <p className={styles.text}>{t`You can watch it with this account.`}</p>
        </>
      )}
      {done.program_live_id ? (
        <Link
          to={`/live/${done.program_live_id}`}
          className={buttonClass({ variant: 'primary', wide: true })}
        >
          {t`Watch now`}
        </Link>
      ) : (
        <Button variant="primary" wide onClick={onClose}>
          {t`Done`}
        </Button>
      )}
    </div>
  );
}

/** Redeems a code for coins or for a live. Refusals are shown below the field. */
export function RedeemDialog({ programLiveId, onOpened, onClose }: RedeemDialogProps) {
  const { t } = useLingui();
  const [code, setCode] = useOwnDraft('redeem');
  const [missing, setMissing] = useState(false);
  const [refusal, setRefusal] = useState<Refusal | null>(null);
  const [done, setDone] = useState<Redeemed | null>(null);
  const [busy, run] = useBusy();
  const said = useErrorText(refusal);
  const send = (event: FormEvent) => {
    event.preventDefault();
    const typed = code.trim();
    setMissing(typed === '');
    setRefusal(null);
    if (typed === '') return;
    void run(async () => {
      try {
        const redeemed = await redeemCode(typed, programLiveId);
        setCode('');
        updateBalance(redeemed.balance);
        if (programLiveId === undefined || redeemed.program_live_id !== programLiveId) {
          setDone(redeemed);
          return;
        }
        // The page of the live shows that it is unlocked, so the dialog closes without a message.
        onClose();
        onOpened?.();
      } catch (error) {
        setRefusal(refusalOf(error));
      }
    });
  };
  return (
    <ClosableDialog title={t`Redeem a code`} onClose={onClose}>
      {done ? (
        <Done done={done} onClose={onClose} />
      ) : (
        <form noValidate onSubmit={send} className={styles.form}>
          <Field
            label={t`Code`}
            value={code}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={LIMITS.redeemCodeCharsMax}
            hint={t`For coins or a live.`}
            error={missing ? t`Please enter the code` : said}
            onChange={({ currentTarget }) => {
              setCode(currentTarget.value);
              setMissing(false);
              setRefusal(null);
            }}
          />
          <SubmitButton busy={busy}>{busy ? t`Checking…` : t`Redeem`}</SubmitButton>
        </form>
      )}
    </ClosableDialog>
  );
}
