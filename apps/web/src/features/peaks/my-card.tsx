import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Live, Match, MatchResult } from '@sangwian/contract/endpoints/live';
import { CoinMark } from '@sangwian/ui/marks';
import { useQuery } from '@tanstack/react-query';
import { Trophy } from 'lucide-react';
import { memberQuery } from '../../shared/api/api-query.ts';
import { useResultText } from '../../shared/bouts/result-text.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { useMemberId } from '../../shared/session/session.ts';
import { ShareButton } from '../../shared/share/share-button.tsx';
import { useStore } from '../../shared/store.ts';
import { useCoinsText } from '../../shared/wallet/coins-text.ts';
import type { CheerState } from '../cheer/cheer-state.ts';
import styles from './my-card.module.css';
import { arePaid, type MyOutcome, myOutcomeOf } from './my-outcome.ts';

type Decided = Match & { readonly result: MatchResult };

interface MyCardProps {
  readonly live: Live;
  readonly match: Decided;
  readonly cheer: CheerState;
}

/** Returns what the result means for the signed-in member; `null` for a member who did not cheer. */
function useMyOutcome(match: Decided): MyOutcome | null {
  const memberId = useMemberId();
  const { data } = useQuery({
    ...memberQuery(memberId, 'GET /giftLog/leaderboard/mine', {
      query: { match_live_id: match.match_live_id },
    }),
    enabled: memberId !== null,
  });
  return data === undefined ? null : myOutcomeOf(match, data);
}

function Share({ live, match }: Omit<MyCardProps, 'cheer'>) {
  const { text } = useLanguage();
  const resultText = useResultText();
  const title = `${resultText(match.result, match)} · ${text(live.title)}`;
  return <ShareButton path={`/live/${live.program_live_id}`} title={title} />;
}

/** Returns the sentence about the coins of an outcome. */
function useCoinsSentence(outcome: MyOutcome, isPaid: boolean): readonly string[] {
  const { t } = useLingui();
  const coinsText = useCoinsText();
  const { kind, spentCoins, backCoins, rank } = outcome;
  const spent = coinsText(spentCoins);
  const place = rank ?? 0;
  const cheered =
    spentCoins === 0
      ? null
      : rank === null
        ? t`You cheered ${spent}`
        : t`You cheered ${spent} · rank ${place}`;
  const back =
    backCoins === 0
      ? null
      : isPaid
        ? t`${plural(backCoins, { one: '# coin is back', other: '# coins are back' })}`
        : t`${plural(backCoins, {
            one: '# coin comes back once the result is official',
            other: '# coins come back once the result is official',
          })}`;
  const note = kind === 'draw' && backCoins === 0 ? t`Coins are not returned on a draw` : null;
  return [cheered, back, note].filter((sentence) => sentence !== null);
}

function Outcome({ outcome, match, cheer }: Omit<MyCardProps, 'live'> & { outcome: MyOutcome }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const refunds = useStore(cheer.refunds, []);
  const refunded = refunds
    .filter(({ match_live_id }) => match_live_id === match.match_live_id)
    .reduce((sum, { coins }) => sum + coins, 0);
  const sentences = useCoinsSentence(outcome, arePaid(match, refunded));
  const { winner } = match.result;
  const loser = winner === 'red' ? match.blue : match.red;
  const name = text(loser.name);
  const titles = {
    won: t`Your corner won!`,
    lost: t`${name} lost`,
    draw: t`Nobody lost`,
    cancelled: t`The bout was cancelled`,
  };
  return (
    <>
      <span className={styles.mark} aria-hidden="true">
        {outcome.kind === 'won' ? <Trophy size={24} /> : <CoinMark size={28} />}
      </span>
      <p className={styles.words} role="status">
        <strong className={styles.title}>{titles[outcome.kind]}</strong>
        {sentences.join(' · ')}
      </p>
    </>
  );
}

/** Shows what the result means for this viewer, with a button to share it. */
export function MyCard({ live, match, cheer }: MyCardProps) {
  const { t } = useLingui();
  const outcome = useMyOutcome(match);
  return (
    <div className={styles.card} data-kind={outcome?.kind}>
      {outcome === null ? (
        <p className={styles.words}>{t`Tell your friends how it ended.`}</p>
      ) : (
        <Outcome outcome={outcome} match={match} cheer={cheer} />
      )}
      <Share live={live} match={match} />
    </div>
  );
}
