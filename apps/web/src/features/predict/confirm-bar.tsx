import { useLingui } from '@lingui/react/macro';
import { formatDateTime } from '@sangwian/i18n/format-date';
import { Button, buttonClass } from '@sangwian/ui/button';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { useErrorText } from '../../shared/api/use-error-text.ts';
import { signInPathFrom } from '../../shared/navigation/navigation.ts';
import { useSession } from '../../shared/session/session.ts';
import styles from './confirm-bar.module.css';
import type { Progress } from './sheet-draft.ts';
import type { OwnSheet } from './use-sheet.ts';

interface ConfirmBarProps {
  readonly own: OwnSheet;
  readonly progress: Progress;
  readonly goToMissing: () => void;
  /** Fetches the card again after a refusal, because the card may have changed or closed. */
  readonly refresh: () => void;
}

/** A bar that is always visible, with the progress of the sheet and the button to confirm it. */
export function ConfirmBar({ own, progress, goToMissing, refresh }: ConfirmBarProps) {
  const { t } = useLingui();
  const { status } = useSession();
  const { pathname, search } = useLocation();
  const [pressed, setPressed] = useState(false);
  const refusal = useErrorText(own.refusal);
  const { needed, picked, missing, changed } = progress;
  const isConfirmed = own.sheet !== null && missing === null && !changed;
  const press = async () => {
    setPressed(true);
    if (missing !== null) goToMissing();
    else if (!(await own.confirm())) refresh();
  };
  const time = own.sheet === null ? '' : formatDateTime(own.sheet.confirmed_at);
  return (
    <section data-action-bar className={styles.bar} aria-label={t`Your sheet`}>
      <div className={styles.text} aria-live="polite">
        <p className={styles.count}>
          <strong className={styles.number}>
            {picked}/{needed}
          </strong>{' '}
          {t`bouts predicted`}
        </p>
        {refusal !== null ? (
          <p className={styles.refusal}>{refusal}</p>
        ) : pressed && missing !== null ? (
          <p className={styles.refusal}>{t`Please predict every bout before confirming.`}</p>
        ) : isConfirmed ? (
          <p
            className={styles.note}
          >{t`Confirmed at ${time}. You can change it until the first bout begins.`}</p>
        ) : own.sheet !== null ? (
          <p className={styles.note}>{t`Your changes are not confirmed yet.`}</p>
        ) : null}
      </div>
      {status === 'signed_out' ? (
        <Link to={signInPathFrom(pathname, search)} className={buttonClass({ variant: 'primary' })}>
          {t`Log in to predict`}
        </Link>
      ) : (
        <Button
          variant="primary"
          aria-disabled={own.confirming || isConfirmed || missing !== null}
          onClick={() => void press()}
        >
          {isConfirmed
            ? t`Confirmed`
            : own.confirming
              ? t`Confirming…`
              : own.sheet === null
                ? t`Confirm`
                : t`Confirm changes`}
        </Button>
      )}
    </section>
  );
}
