import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Field } from '@sangwian/ui/field';
import { Notice } from '@sangwian/ui/notice';
import { Lock } from 'lucide-react';
import { type ChangeEvent, useEffect, useId, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useBusy } from '../../../shared/use-busy.ts';
import styles from './card-form.module.css';
import {
  type CardComplaint,
  checkCode,
  checkExpiry,
  checkName,
  checkNumber,
  digitsOf,
  formatCardNumber,
  formatExpiry,
  readExpiry,
} from './card-rules.ts';
import {
  CardRefused,
  type CardToken,
  loadTokeniser,
  type Tokeniser,
  tokeniseCard,
} from './omise.ts';

interface CardValues {
  readonly number: string;
  readonly expiry: string;
  readonly code: string;
  readonly name: string;
}

function useComplaints(): (complaint: string | undefined) => string | null {
  const { t } = useLingui();
  return (complaint) => {
    const sentences: Record<CardComplaint, string> = {
      number_missing: t`Please enter the card number`,
      number_invalid: t`Please check the card number`,
      expiry_missing: t`Please enter the expiry date`,
      expiry_invalid: t`Please enter month and year as MM / YY`,
      expired: t`This card has expired`,
      code_missing: t`Please enter the security code`,
      code_invalid: t`The security code has three or four digits`,
      name_missing: t`Please enter the name on the card`,
    };
    return complaint ? (sentences[complaint as CardComplaint] ?? null) : null;
  };
}

/** Formats the text only while the fan types at its end, so that a correction in the middle does not move the caret. */
const grouping = (format: (typed: string) => string) => (event: ChangeEvent<HTMLInputElement>) => {
  const { target } = event;
  if (target.selectionStart === target.value.length) target.value = format(target.value);
};

const rule = (check: (typed: string) => CardComplaint | null) => ({
  validate: (typed: string) => check(typed) ?? true,
});

interface CardFormProps {
  readonly tokeniser: Tokeniser;
  /** The label of the submit button. */
  readonly action: string;
  readonly onToken: (card: CardToken) => void;
}

/**
 * The card form. The payment provider's script exchanges the card for a token in the browser. The card's number, date
 * and code never reach this site's server and are not stored.
 */
// biome-ignore lint/complexity/noExcessiveLinesPerFunction: most lines are one JSX tree, which would be harder to read in separate functions.
export function CardForm({ tokeniser, action, onToken }: CardFormProps) {
  const { t } = useLingui();
  const complaint = useComplaints();
  const id = useId();
  const [busy, run] = useBusy();
  const [failure, setFailure] = useState<'refused' | 'unreachable' | null>(null);
  const { register, handleSubmit, formState } = useForm<CardValues>({ mode: 'onTouched' });
  const { errors } = formState;
  useEffect(() => {
    // Preloads the script; if that fails, submitting loads it again.
    loadTokeniser(tokeniser).catch(() => {});
  }, [tokeniser]);

  const send = handleSubmit((values) =>
    run(async () => {
      setFailure(null);
      const expiry = readExpiry(values.expiry);
      if (!expiry) return;
      const { name, code } = values;
      const number = digitsOf(values.number);
      try {
        onToken(
          await tokeniseCard(tokeniser, {
            name: name.trim(),
            number,
            code: code.trim(),
            ...expiry,
          }),
        );
      } catch (error) {
        setFailure(error instanceof CardRefused ? 'refused' : 'unreachable');
      }
    }),
  );

  const numberField = register('number', {
    ...rule(checkNumber),
    onChange: grouping(formatCardNumber),
  });
  const expiryField = register('expiry', {
    ...rule((typed) => checkExpiry(typed, new Date())),
    onChange: grouping(formatExpiry),
  });
  return (
    <form noValidate onSubmit={send} className={styles.form} aria-label={t`Card`}>
      <Field
        id={`${id}number`}
        label={t`Card number`}
        inputMode="numeric"
        autoComplete="cc-number"
        placeholder="1234 5678 9012 3456"
        error={complaint(errors.number?.message)}
        {...numberField}
      />
      <div className={styles.pair}>
        <Field
          label={t`Expiry date`}
          inputMode="numeric"
          autoComplete="cc-exp"
          placeholder="MM / YY"
          error={complaint(errors.expiry?.message)}
          {...expiryField}
        />
        <Field
          label={t`Security code`}
          inputMode="numeric"
          autoComplete="cc-csc"
          maxLength={4}
          placeholder="123"
          error={complaint(errors.code?.message)}
          {...register('code', rule(checkCode))}
        />
      </div>
      <Field
        label={t`Name on the card`}
        autoComplete="cc-name"
        autoCapitalize="characters"
        spellCheck={false}
        error={complaint(errors.name?.message)}
        {...register('name', rule(checkName))}
      />
      <p className={styles.safe}>
        <Lock size={16} aria-hidden="true" />
        {t`The card goes straight to the payment provider. We never see its number.`}
      </p>
      <Notice tone="danger">
        {failure === 'refused'
          ? t`This card could not be used. Please check it, or use another one.`
          : null}
        {failure === 'unreachable'
          ? t`The payment provider could not be reached. Please try again.`
          : null}
      </Notice>
      <Button
        type="submit"
        variant="gold"
        wide
        aria-disabled={busy}
        onMouseDown={(event) => event.preventDefault()}
      >
        {busy ? t`Checking the card…` : action}
      </Button>
    </form>
  );
}
