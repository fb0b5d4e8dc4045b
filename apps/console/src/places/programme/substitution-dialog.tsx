import { plural } from '@lingui/core/macro';
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import type { EventBout } from '@sangwian/contract/endpoints/operator/programme';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { SelectField } from '../../shared/ui/field.tsx';
import { FighterPick, type PickedFighter } from './fighter-pick.tsx';
import { useNameOf } from './use-name-of.ts';

interface SubstitutionDialogProps {
  readonly bout: EventBout;
  readonly onClose: () => void;
}

/** Substitutes a fighter. Shows first how many gifts are returned and how many picks become void. */
export default function SubstitutionDialog({ bout, onClose }: SubstitutionDialogProps) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const [corner, setCorner] = useState<'red' | 'blue'>('red');
  const [picked, setPicked] = useState<PickedFighter | null>(null);
  // With this id, a request that is repeated after a lost response takes effect once.
  const [actId] = useState(() => crypto.randomUUID());
  const [substitute, isBusy] = useWrite('POST /operator/match/{match_id}/substitution');
  const params = { match_id: bout.match_id };
  const effect = useQuery(
    staffQuery('GET /operator/match/{match_id}/substitution', { params }, 'programme'),
  );
  const confirm = async (reason: string) => {
    if (picked === null || effect.data === undefined) return;
    const { version } = effect.data;
    const body = { act_id: actId, version, corner, fighter_id: picked.fighter_id, reason };
    const answer = await substitute({ params, body });
    await queryClient.invalidateQueries({ queryKey: ['programme'] });
    if (answer !== null) onClose();
  };
  const { coins = 0, members = 0, predictions = 0 } = effect.data ?? {};
  const back = t`${plural(coins, { one: '# coin', other: '# coins' })}`;
  return (
    <ConfirmDialog
      title={t`Substitute a fighter`}
      description={
        effect.data === undefined ? (
          <Trans>Counting cheers and predictions…</Trans>
        ) : (
          <>
            <Plural
              value={members}
              _0="Nobody has cheered this bout."
              one={`# member gets ${back} back, and later cheers until then.`}
              other={`# members get ${back} back, and later cheers until then.`}
            />{' '}
            <Plural
              value={predictions}
              _0="Nobody has predicted it."
              one="# prediction becomes void."
              other="# predictions become void."
            />
          </>
        )
      }
      action={picked === null ? t`Substitute` : t`Substitute ${nameOf(picked.name)}`}
      asksReason
      isDanger
      isBusy={isBusy || picked === null || effect.data === undefined}
      onConfirm={(reason) => void confirm(reason)}
      onClose={onClose}
    >
      <SelectField
        label={t`Who is replaced`}
        options={[
          { value: 'red', label: nameOf(bout.red.name) },
          { value: 'blue', label: nameOf(bout.blue.name) },
        ]}
        value={corner}
        onChange={(event) => setCorner(event.currentTarget.value === 'blue' ? 'blue' : 'red')}
      />
      <FighterPick label={t`Replaced by`} picked={picked} onPick={setPicked} />
    </ConfirmDialog>
  );
}
