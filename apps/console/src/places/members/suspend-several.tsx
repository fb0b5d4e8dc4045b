import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MemberLine } from '@sangwian/contract/endpoints/operator/members';
import { Ban } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { ApiError } from '../../shared/api/api-error.ts';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import type { BulkAction } from '../../shared/table/bulk-bar.tsx';
import { useBulkTerms } from '../../shared/table/use-bulk-terms.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { EvidenceField, HOURS_FIRST, SuspensionTerms } from './suspension-terms.tsx';

interface Terms {
  readonly hours: number;
  readonly reason: string;
  readonly evidence: string;
}

interface TermsDialogProps {
  readonly count: number;
  readonly answer: (terms: Terms | null) => void;
}

function TermsDialog({ count, answer }: TermsDialogProps) {
  const { t } = useLingui();
  const [hours, setHours] = useState(HOURS_FIRST);
  const [evidence, setEvidence] = useState('');
  return (
    <ConfirmDialog
      title={t`Suspend ${plural(count, { one: '# member', other: '# members' })}?`}
      description={t`Their sessions end, and whoever watches is taken off the live now. Fans read the reason.`}
      asksReason
      isDanger
      action={t`Suspend ${plural(count, { one: '# member', other: '# members' })}`}
      onConfirm={(reason) => answer({ hours, reason, evidence })}
      onClose={() => answer(null)}
    >
      <SuspensionTerms hours={hours} onHours={setHours} />
      <EvidenceField value={evidence} onChange={setEvidence} />
    </ConfirmDialog>
  );
}

/** Suspends one member of a selection. @throws {ApiError} */
async function suspendOne(member: MemberLine, terms: Terms): Promise<void> {
  const { data } = await callStaff('POST /operator/member/suspend', {
    body: { member_ids: [member.member_id], ...terms },
  });
  await queryClient.invalidateQueries({ queryKey: ['members'] });
  const [row] = data.rows;
  if (row?.error) throw new ApiError({ status: row.error }, 409, '');
}

/** Returns the act that suspends the selected members, and the dialog that asks for length and reason. */
export function useSuspendSeveral(): {
  readonly action: BulkAction<MemberLine>;
  readonly dialog: ReactNode;
} {
  const { t } = useLingui();
  const { asked, prepare, read } = useBulkTerms<MemberLine, Terms>();
  const action: BulkAction<MemberLine> = {
    id: 'suspend',
    label: t`Suspend…`,
    icon: Ban,
    isDanger: true,
    nameOf: (member) => member.name,
    prepare,
    run: async (member) => {
      const terms = read();
      if (terms !== null) await suspendOne(member, terms);
    },
  };
  return { action, dialog: asked === null ? null : <TermsDialog {...asked} /> };
}
