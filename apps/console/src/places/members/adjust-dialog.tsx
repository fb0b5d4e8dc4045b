import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { MemberFile } from '@sangwian/contract/endpoints/operator/members';
import { LIMITS } from '@sangwian/contract/limits';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { callStaff } from '../../shared/api/call-staff.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { FormFailure } from '../../shared/forms/form-failure.tsx';
import { EditingMark } from '../../shared/live/editing-mark.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { useMemberAct } from './use-member-act.ts';

interface AdjustDialogProps {
  readonly member: MemberFile;
  readonly onClose: () => void;
}

const WHOLE = /^[1-9]\d{0,6}$/;

/** Asks for the coins to add or deduct, and shows in advance whether a second person must confirm. */
export function AdjustDialog({ member, onClose }: AdjustDialogProps) {
  const { t } = useLingui();
  // Each dialog is one adjustment: a request that is repeated after a lost response takes effect once.
  const [adjustmentId] = useState(() => crypto.randomUUID());
  const [direction, setDirection] = useState<'add' | 'take'>('add');
  const [typed, setTyped] = useState('');
  const { run, isBusy, failure } = useMemberAct(onClose);
  const limit = useQuery(staffQuery('GET /operator/adjustment/limit', {}, 'members'));
  const amount = WHOLE.test(typed) ? Math.min(Number(typed), LIMITS.adjustmentCoinsMax) : 0;
  const coins = direction === 'add' ? amount : -amount;
  const left = limit.data?.left_coins ?? 0;
  const needsSecond = limit.data !== undefined && amount > left;
  const { name } = member;
  const after = member.balance_coins + coins;
  const effect = needsSecond
    ? t`You can adjust ${plural(left, { one: '# more coin', other: '# more coins' })} alone today, so a second person has to confirm this. Nothing moves until then.`
    : t`${name} then has ${plural(after, { one: '# coin', other: '# coins' })}.`;
  const submit = (reason: string) =>
    run(async () => {
      const { data } = await callStaff('POST /operator/member/{member_id}/adjustment', {
        params: { member_id: member.member_id },
        body: { adjustment_id: adjustmentId, coins, reason },
      });
      const balance = data.member.balance_coins;
      return data.state === 'open'
        ? t`Waits for a second person`
        : t`${name} has ${plural(balance, { one: '# coin', other: '# coins' })} now`;
    });
  const act =
    direction === 'add'
      ? t`Add ${plural(amount, { one: '# coin', other: '# coins' })}`
      : t`Take ${plural(amount, { one: '# coin', other: '# coins' })}`;
  return (
    <ConfirmDialog
      title={t`Adjust the coins of ${name}`}
      description={
        amount === 0
          ? t`${name} has ${plural(member.balance_coins, { one: '# coin', other: '# coins' })}.`
          : effect
      }
      asksReason
      isBusy={isBusy || amount === 0}
      isDanger={direction === 'take'}
      action={needsSecond ? t`Ask a second person` : act}
      onConfirm={(reason) => void submit(reason)}
      onClose={onClose}
    >
      <EditingMark subject={`member:${member.member_id}`} />
      <FormFailure error={failure} />
      <SelectField
        label={t`Direction`}
        value={direction}
        options={[
          { value: 'add', label: t`Add coins` },
          { value: 'take', label: t`Take coins` },
        ]}
        onChange={(event) => setDirection(event.currentTarget.value as 'add' | 'take')}
      />
      <Field
        label={t`Coins`}
        inputMode="numeric"
        autoComplete="off"
        maxLength={7}
        value={typed}
        error={typed !== '' && amount === 0 ? t`A whole number of coins` : undefined}
        onChange={(event) => setTyped(event.currentTarget.value.replace(/[\s,]/g, ''))}
      />
    </ConfirmDialog>
  );
}
