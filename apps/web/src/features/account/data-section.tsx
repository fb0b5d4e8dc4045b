import { useLingui } from '@lingui/react/macro';
import { isoDateInBangkok } from '@sangwian/i18n/format-date';
import { Notice } from '@sangwian/ui/notice';
import { Download, Trash2 } from 'lucide-react';
import { Suspense, useEffect, useEffectEvent, useState } from 'react';
import { callApi } from '../../shared/api/call-api.ts';
import { lazyDialog } from '../../shared/dialogs/lazy-dialog.tsx';
import { saveFile } from '../../shared/save-file.ts';
import type { MemberProfile } from '../../shared/session/session.ts';
import { useBusy } from '../../shared/use-busy.ts';
import { isProofNeeded } from './owner-proof.ts';
import { takePendingAction } from './pending-action.ts';
import { RowButton, Rows } from './row.tsx';
import { Section } from './section.tsx';

/** Downloads the member's data as a file. */
async function downloadExport(memberId: string): Promise<void> {
  const { data } = await callApi('GET /auth/member/export', {});
  const file = new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' });
  saveFile(file, `sangwian-${memberId}-${isoDateInBangkok(Date.now())}.json`);
}

const ConfirmDialog = lazyDialog(async () => (await import('./confirm-dialog.tsx')).ConfirmDialog);
const DeleteDialog = lazyDialog(
  async () => (await import('./deletion/delete-dialog.tsx')).DeleteDialog,
);

/** The download of the member's data, and the deletion of the account. */
export function DataSection({ member }: { readonly member: MemberProfile }) {
  const { t } = useLingui();
  const [busy, run] = useBusy();
  const [failed, setFailed] = useState(false);
  const [deleting, setDeleting] = useState(false);
  const [confirming, setConfirming] = useState(false);
  const attempt = (work: () => Promise<void>) =>
    run(async () => {
      setFailed(false);
      try {
        await work();
      } catch {
        setFailed(true);
      }
    });
  const download = () =>
    attempt(async () => {
      if (await isProofNeeded()) setConfirming(true);
      else await downloadExport(member.member_id);
    });
  const resume = useEffectEvent(() => {
    if (takePendingAction(member.member_id, ['export']) !== null) void download();
  });
  useEffect(() => resume(), []);
  return (
    <Section title={t`Your data`}>
      <Rows>
        <RowButton
          Icon={Download}
          label={busy ? t`Preparing your file…` : t`Download your data`}
          value={t`Everything that we store about you, as a JSON file`}
          onClick={() => void download()}
        />
        <RowButton
          Icon={Trash2}
          label={t`Delete account`}
          value={t`Permanently, with your coins`}
          onClick={() => setDeleting(true)}
        />
      </Rows>
      <Notice tone="danger">
        {failed ? t`The file could not be made. Please try again.` : null}
      </Notice>
      <Suspense fallback={null}>
        {confirming ? (
          <ConfirmDialog
            member={member}
            action={{ kind: 'export' }}
            onClose={() => setConfirming(false)}
            onConfirmed={() => {
              setConfirming(false);
              void attempt(() => downloadExport(member.member_id));
            }}
          />
        ) : null}
        {deleting ? <DeleteDialog member={member} onClose={() => setDeleting(false)} /> : null}
      </Suspense>
    </Section>
  );
}
