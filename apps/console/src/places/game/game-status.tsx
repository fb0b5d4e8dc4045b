import { Trans } from '@lingui/react/macro';
import type { GameCard } from '@sangwian/contract/endpoints/operator/game';
import { Chip } from '../../shared/ui/chip.tsx';

/** The state of a card's game: open, closed, being scored, or final. */
export function GameStatus({ card }: { readonly card: GameCard }) {
  const { status, finalised_by: by } = card;
  if (status === 'open') {
    return (
      <Chip>
        <Trans>Sheets open</Trans>
      </Chip>
    );
  }
  if (status === 'final') {
    return (
      <Chip tone="ok">
        <Trans>Final</Trans>
      </Chip>
    );
  }
  return <Chip>{by === null ? <Trans>Sheets closed</Trans> : <Trans>Being scored</Trans>}</Chip>;
}
