import { useLingui } from '@lingui/react/macro';
import { LIMITS } from '@sangwian/contract/limits';
import { Button } from '@sangwian/ui/button';
import { Scale } from 'lucide-react';
import { Suspense, useState } from 'react';
import { createPortal } from 'react-dom';
import { callApi } from '../api/call-api.ts';
import { lazyDialog } from '../dialogs/lazy-dialog.tsx';
import { type Barred, markAppealed } from '../session/barred.ts';
import styles from './barred-appeal.module.css';

const AppealDialog = lazyDialog(
  async () => (await import('../appeals/appeal-dialog.tsx')).AppealDialog,
);

/** Shows the state of the appeal and the answer. */
function AppealAnswer({ barred }: { readonly barred: Barred }) {
  const { t } = useLingui();
  const answer = barred.appealReason;
  const sentences: Readonly<Record<string, string>> = {
    open: t`Your appeal is being reviewed. Log in again later to read the answer.`,
    upheld: t`Your appeal was refused: ${answer}`,
    shortened: t`Your suspension was shortened: ${answer}`,
  };
  const sentence = sentences[barred.appealState];
  return sentence === undefined ? null : (
    <p role="status" className={styles.text}>
      {sentence}
    </p>
  );
}

/**
 * The appeal of a barred member. An appeal needs the token from a refused sign-in. Without that token the fan is asked
 * to sign in.
 */
export function BarredAppeal({ barred }: { readonly barred: Barred }) {
  const { t } = useLingui();
  const [isOpen, setOpen] = useState(false);
  if (barred.appealState !== '') return <AppealAnswer barred={barred} />;
  if (barred.appealToken === '') {
    if (barred.status === '') return null;
    return (
      <p
        className={styles.text}
      >{t`To appeal, or to read the answer to your appeal, log in again.`}</p>
    );
  }
  const { appealToken } = barred;
  return (
    <>
      <Button size="small" className={styles.button} onClick={() => setOpen(true)}>
        <Scale size={18} aria-hidden="true" />
        {t`Appeal`}
      </Button>
      {/* The dialog is rendered outside of the notice, because the notice is an alert, and an alert must not contain a dialog. */}
      {isOpen
        ? createPortal(
            <Suspense fallback={null}>
              <AppealDialog
                draft="account"
                lead={t`Write to the admins why this was a mistake. You can appeal once.`}
                outcome={t`An admin reads it and decides. Log in again later to read the answer.`}
                charsMax={LIMITS.accountAppealCharsMax}
                send={(text) =>
                  callApi('POST /auth/member/appeal', { body: { appeal_token: appealToken, text } })
                }
                onSent={markAppealed}
                onClose={() => setOpen(false)}
              />
            </Suspense>,
            document.body,
          )
        : null}
    </>
  );
}
