import type { MemberState } from '@sangwian/contract/endpoints/operator/members';
import { Ban, CircleCheck } from 'lucide-react';
import { Chip } from '../../shared/ui/chip.tsx';
import { STATE_NAMES, useNames } from './names.ts';

/** The status of an account. */
export function StateChip({ state }: { readonly state: MemberState }) {
  const { nameOf } = useNames();
  const name = nameOf(STATE_NAMES[state]);
  if (state === 'active') {
    return (
      <Chip tone="ok" icon={CircleCheck}>
        {name}
      </Chip>
    );
  }
  if (state === 'deleted') return <Chip>{name}</Chip>;
  return (
    <Chip tone="warn" icon={Ban}>
      {name}
    </Chip>
  );
}
