import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { VisuallyHidden } from '@sangwian/ui/visually-hidden';
import { RotateCw, Trash2, UserRoundPlus } from 'lucide-react';
import { useMemo, useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { queryClient } from '../../shared/api/query-client.ts';
import { useStaffList } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useRoleName } from '../../shared/session/role-name.ts';
import { type Column, DataTable } from '../../shared/table/data-table.tsx';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { Moment } from '../../shared/ui/moment.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import layout from '../../shared/ui/place.module.css';
import { InvitationLink, type SentLink } from './invitation-link.tsx';
import { InviteDialog } from './invite-dialog-lazy.tsx';

type Invitation = ResponseOf<'GET /operator/invitation'>['data'][number];

const readAgain = () => queryClient.invalidateQueries({ queryKey: ['staff'] });

function Status({ status }: Pick<Invitation, 'status'>) {
  const { t } = useLingui();
  const labels = { open: t`Open`, expired: t`Expired`, used: t`Used`, revoked: t`Revoked` };
  return <Chip tone={status === 'expired' ? 'warn' : 'plain'}>{labels[status]}</Chip>;
}

interface RenewProps {
  readonly invitation: Invitation;
  readonly onLink: (sent: SentLink) => void;
}

/** Creates a new link for an open or expired invitation. */
function Renew({ invitation, onLink }: RenewProps) {
  const isLocked = useWritesLocked();
  const [resend, isBusy] = useWrite('POST /operator/invitation/{staff_invitation_id}/resend');
  const { staff_invitation_id, status } = invitation;
  if (status === 'used' || status === 'revoked') return null;
  const renew = async () => {
    const answer = await resend({ params: { staff_invitation_id }, body: {} });
    if (answer) onLink(answer.data);
    await readAgain();
  };
  return (
    <Button size="small" icon={RotateCw} disabled={isBusy || isLocked} onClick={() => void renew()}>
      <Trans>New link</Trans>
    </Button>
  );
}

/** The invitations with their inviter and state. */
export function InvitationsPage() {
  const { t } = useLingui();
  const roleName = useRoleName();
  const list = useStaffList('GET /operator/invitation', { query: {} }, 'staff');
  const [sent, setSent] = useState<SentLink | null>(null);
  const [isInviting, setInviting] = useState(false);
  const columns = useMemo(
    (): Column<Invitation>[] => [
      {
        id: 'name',
        header: t`Name`,
        cell: ({ row: { original } }) => (
          <span className={layout.two}>
            <strong>{original.name}</strong>
            <span className={layout.weak}>{original.email}</span>
          </span>
        ),
      },
      { id: 'role', header: t`Role`, cell: ({ row }) => roleName(row.original.role) },
      {
        id: 'status',
        header: t`State`,
        cell: ({ row }) => <Status status={row.original.status} />,
      },
      { id: 'by', header: t`Invited by`, cell: ({ row }) => row.original.created_by },
      {
        id: 'until',
        header: t`Valid until`,
        cell: ({ row }) => <Moment at={row.original.expires_at} />,
      },
      {
        id: 'actions',
        header: () => <VisuallyHidden>{t`Actions`}</VisuallyHidden>,
        cell: ({ row }) => <Renew invitation={row.original} onLink={setSent} />,
      },
    ],
    [t, roleName],
  );
  return (
    <Panel
      title={t`Invitations`}
      className={layout.main}
      actions={
        <Button variant="primary" icon={UserRoundPlus} onClick={() => setInviting(true)}>
          <Trans>Invite someone</Trans>
        </Button>
      }
    >
      <DataTable
        label={t`Invitations`}
        columns={columns}
        list={list}
        rowId={({ staff_invitation_id }) => staff_invitation_id}
        empty={{
          title: t`Nobody is invited yet`,
          text: (
            <Trans>Invite a show caller, a cashier and a moderator before the first night.</Trans>
          ),
        }}
        bulkActions={[
          {
            id: 'revoke',
            label: t`Revoke`,
            icon: Trash2,
            isDanger: true,
            nameOf: ({ name }) => name,
            run: async ({ staff_invitation_id }) => {
              await callStaff('DELETE /operator/invitation/{staff_invitation_id}', {
                params: { staff_invitation_id },
              });
              await readAgain();
            },
          },
        ]}
      />
      {sent ? <InvitationLink {...sent} onClose={() => setSent(null)} /> : null}
      {isInviting ? <InviteDialog onClose={() => setInviting(false)} /> : null}
    </Panel>
  );
}
