import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import { Notice } from '@sangwian/ui/notice';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { formatPhone } from '../../shared/forms/phone-number.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import styles from './edit-form.module.css';
import { isProofNeeded } from './owner-proof.ts';
import { takePendingAction } from './pending-action.ts';

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);
const ChangePhoneDialog = lazyDialog(
  async () => (await import('./change-phone-dialog.tsx')).ChangePhoneDialog,
);

/** The phone number with a button to change it. The change may need a proof of ownership. */
export function PhoneLine({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const [open, setOpen] = useState<'confirm' | 'change' | null>(null);
  const [state, setState] = useState<'changed' | 'failed' | null>(null);
  const [busy, run] = useBusy();
  const begin = () =>
    run(async () => {
      setState(null);
      try {
        setOpen((await isProofNeeded()) ? 'confirm' : 'change');
      } catch {
        setState('failed');
      }
    });
  const resume = useEffectEvent(() => {
    if (takePendingAction(member.member_id, ['phone']) !== null) void begin();
  });
  useEffect(() => resume(), []);
  const number = formatPhone(member.member_phone ?? '');
  return (
    <div className={styles.phone}>
      {t`Phone number`}
      <strong className={styles.number}>{number}</strong>
      <Button size="small" aria-disabled={busy} onClick={() => void begin()}>
        {t`Change phone number`}
      </Button>
      <Notice tone="ok">
        {state === 'changed' ? t`Your phone number has been changed.` : null}
      </Notice>
      <Notice tone="danger">
        {state === 'failed' ? t`Please check your connection and try again.` : null}
      </Notice>
      <Suspense fallback={null}>
        {open === 'confirm' ? (
          <ConfirmDialog
            member={member}
            action={{ kind: 'phone' }}
            onClose={() => setOpen(null)}
            onConfirmed={() => setOpen('change')}
          />
        ) : null}
        {open === 'change' ? (
          <ChangePhoneDialog
            onClose={() => setOpen(null)}
            onDone={() => {
              setOpen(null);
              setState('changed');
            }}
          />
        ) : null}
      </Suspense>
    </div>
  );
}
