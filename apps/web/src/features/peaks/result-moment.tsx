import { Trans, useLingui } from '@lingui/react/macro';
import type { Live, Match, MatchResult } from '@sangwian/contract/endpoints/live';
import { IconButton } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { X } from 'lucide-react';
import { useRef, useState } from 'react';
import { fighterUrl } from '../../shared/art-url.ts';
import { useResultText } from '../../shared/bouts/result-text.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import type { CheerState } from '../cheer/cheer-state.ts';
import { MyCard } from './my-card.tsx';
import { NextCard } from './next-card.tsx';
import styles from './result-moment.module.css';

type Decided = Match & { readonly result: MatchResult };

interface FigureProps {
  readonly match: Decided;
  readonly corner: 'red' | 'blue';
}

/** A fighter of the bout. The winner is highlighted and the loser is dimmed. */
function Figure({ match, corner }: FigureProps) {
  const { winner } = match.result;
  const isLoser = winner !== 'draw' && winner !== corner;
  return (
    <PhotoImage
      photo={match[corner].photo}
      owner="fighter"
      sizes="220px"
      src={fighterUrl(winner === corner ? 'knee' : 'guard', corner)}
      alt=""
      width={220}
      height={224}
      className={classNames(styles.figure, styles[corner], isLoser && styles.dimmed)}
    />
  );
}

/** Returns how the bout ended, without the winner. */
function useMethodText(): (result: MatchResult) => string | null {
  const { t } = useLingui();
  return ({ method, round }) => {
    switch (method) {
      case 'tko':
        return round === null ? t`by TKO` : t`by TKO, round ${round}`;
      case 'decision':
        return t`by decision`;
      case 'disqualification':
        return t`by disqualification`;
      case 'forfeit':
        return t`by forfeit`;
      default:
        return null;
    }
  };
}

function Headline({ match }: { readonly match: Decided }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const methodText = useMethodText();
  const { winner, method } = match.result;
  const place = match.order;
  return (
    <div className={styles.headline}>
      <p className={styles.label}>
        {match.main_event ? t`Result · Main event` : t`Result · Bout ${place}`}
      </p>
      <h2 className={styles.title}>
        {winner === 'red' || winner === 'blue' ? (
          <Trans>
            <span className={styles[`name-${winner}`]}>{text(match[winner].name)}</span> wins
          </Trans>
        ) : method === 'cancelled' ? (
          t`Bout cancelled`
        ) : (
          t`It is a draw`
        )}
      </h2>
      <p className={styles.method}>{methodText(match.result)}</p>
    </div>
  );
}

const isSame = (one: MatchResult, other: MatchResult): boolean =>
  one.winner === other.winner && one.method === other.method && one.round === other.round;

/** Shows that operators have corrected the result, with the earlier result. */
function Correction({ match }: { readonly match: Decided }) {
  const { t } = useLingui();
  const resultText = useResultText();
  const first = useRef(match.result);
  if (match.ruling?.state !== 'corrected') return null;
  return (
    <p className={styles.correction}>
      <strong>{t`Result corrected`}</strong>{' '}
      {isSame(first.current, match.result) ? null : (
        <>
          <s>{resultText(first.current, match)}</s> {resultText(match.result, match)}
        </>
      )}
    </p>
  );
}

export interface ResultMomentProps {
  readonly live: Live;
  /** The bout as of the viewer's video. */
  readonly match: Decided;
  readonly cheer: CheerState;
  /** Whether the result arrived while the page was open. */
  readonly isFresh: boolean;
  /** Whether the chat is beside the video. The result then covers nothing. */
  readonly wide: boolean;
}

const isTyping = (): boolean =>
  document.activeElement instanceof HTMLTextAreaElement ||
  document.activeElement instanceof HTMLInputElement;

/**
 * Shows the result until the next bout starts. Replaces the bout strip, the cheer bar and the tabs. On a phone the
 * result covers the chat, so it opens automatically only for a viewer who saw the bout and is not writing.
 */
export function ResultMoment({ live, match, cheer, isFresh, wide }: ResultMomentProps) {
  const { t } = useLingui();
  const [isOpen, setIsOpen] = useState(() => isFresh && !isTyping());
  const [number] = useState(() => match.order);
  if (!wide && !isOpen) {
    return (
      <button type="button" className={styles.reopen} onClick={() => setIsOpen(true)}>
        {t`See the result of bout ${number}`}
      </button>
    );
  }
  return (
    <section
      className={styles.moment}
      aria-label={t`Result`}
      data-fresh={isFresh || undefined}
      data-winner={match.result.winner}
    >
      <div className={styles.hero}>
        <div className={styles.rays} aria-hidden="true" />
        <Figure match={match} corner="red" />
        <Figure match={match} corner="blue" />
        <Headline match={match} />
        {wide ? null : (
          <div className={styles.close}>
            <IconButton label={t`Back to the chat`} onClick={() => setIsOpen(false)}>
              <X size={20} aria-hidden="true" />
            </IconButton>
          </div>
        )}
      </div>
      <div className={styles.part}>
        <Correction match={match} />
        <MyCard live={live} match={match} cheer={cheer} />
      </div>
      <div className={styles.part}>
        <NextCard live={live} cheer={cheer} />
      </div>
    </section>
  );
}
