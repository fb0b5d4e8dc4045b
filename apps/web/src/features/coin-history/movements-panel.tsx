import { useLingui } from '@lingui/react/macro';
import { callApi } from '../../shared/api/call-api.ts';
import { readStored } from '../../shared/storage/local-storage.ts';
import { type HistoryFilter, movementQuery, writeFilter } from './history-filter.ts';
import { ListFrame } from './list-frame.tsx';
import { MovementFilters } from './movement-filters.tsx';
import { MovementRow } from './movement-row.tsx';
import { usePager } from './use-pager.ts';

/** Every movement of the member's coins that the filter lets through, the latest first. */
export function MovementsPanel({ filter }: { readonly filter: HistoryFilter }) {
  const { t } = useLingui();
  const memberId = readStored('member_id') ?? '';
  const pages = usePager(`${memberId} ${writeFilter(filter)}`, (cursor) =>
    callApi('GET /auth/member/wallet/history', {
      query: {
        member_id: memberId,
        ...movementQuery(filter),
        ...(cursor === undefined ? {} : { cursor }),
      },
    }),
  );
  const filtered = Object.keys(movementQuery(filter)).length > 0;
  return (
    <>
      <MovementFilters filter={filter} memberId={memberId} />
      <ListFrame
        {...pages}
        label={t`Movements of your coins`}
        filtered={filtered}
        empty={t`No coins have moved yet`}
      >
        {pages.items.map((movement) => (
          <MovementRow key={movement.movement_id} movement={movement} />
        ))}
      </ListFrame>
    </>
  );
}
