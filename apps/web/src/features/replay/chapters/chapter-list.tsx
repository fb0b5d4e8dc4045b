import { useLingui } from '@lingui/react/macro';
import type { ReplayBout } from '@sangwian/contract/endpoints/replay';
import { Button } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { CornerSlash } from '@sangwian/ui/corner-slash';
import { Skeleton } from '@sangwian/ui/skeleton';
import { Tag } from '@sangwian/ui/tag';
import { Eye, EyeOff } from 'lucide-react';
import { useResultText } from '../../../shared/bouts/result-text.ts';
import { useLanguage } from '../../../shared/language/use-language.ts';
import { formatPosition } from '../player/format-position.ts';
import styles from './chapter-list.module.css';
import { beginningOf, type Chapter, chaptersOf, hasBegunAt } from './chapters.ts';

interface BoutProps {
  readonly bout: ReplayBout;
  readonly isCurrent: boolean;
  /**
   * Whether times are shown. With hidden results, a bout that the fan has not reached has no times, because they would
   * reveal how long the earlier bouts took.
   */
  readonly showsTimes: boolean;
  readonly onSeek: (positionMs: number) => void;
  readonly onChoose: (bout: ReplayBout) => void;
}

function ChapterButton({
  chapter: { kind, round, atMs },
  showsTimes,
  onSeek,
}: Pick<BoutProps, 'showsTimes' | 'onSeek'> & { readonly chapter: Chapter }) {
  const { t } = useLingui();
  return (
    <button type="button" className={styles.place} onClick={() => onSeek(atMs)}>
      {kind === 'walk_out' ? t`Walk-outs` : t`Round ${round}`}
      {showsTimes ? <span className={styles.at}>{formatPosition(atMs / 1_000)}</span> : null}
    </button>
  );
}

function Bout({ bout, isCurrent, showsTimes, onSeek, onChoose }: BoutProps) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const resultText = useResultText();
  const { order, result } = bout;
  const beginning = beginningOf(bout);
  const corner = (side: 'red' | 'blue', label: string) => (
    <span className={classNames(styles.name, result?.winner === side && styles.won)}>
      <CornerSlash corner={side} label={label} />
      {text(bout[side].name)}
    </span>
  );
  return (
    <li
      className={classNames(styles.bout, isCurrent && styles.current)}
      aria-current={isCurrent ? 'true' : undefined}
    >
      <button type="button" className={styles.jump} onClick={() => onChoose(bout)}>
        <span className={styles.number}>{order}</span>
        <span className={styles.pair}>
          {corner('red', t`Red corner`)}
          {corner('blue', t`Blue corner`)}
        </span>
        <span className={styles.side}>
          {showsTimes && beginning !== null ? (
            <span className={styles.time}>{formatPosition(beginning / 1_000)}</span>
          ) : null}
          {bout.main_event ? <Tag tone="soft">{t`Main event`}</Tag> : null}
        </span>
      </button>
      {result === null ? null : <p className={styles.result}>{resultText(result, bout)}</p>}
      <div className={styles.places}>
        {chaptersOf(bout).map((chapter) => (
          <ChapterButton
            key={`${chapter.kind}-${chapter.round}`}
            {...{ chapter, showsTimes, onSeek }}
          />
        ))}
      </div>
    </li>
  );
}

interface ChapterListProps {
  /** `null` while the bouts load. */
  readonly bouts: readonly ReplayBout[] | null;
  readonly currentId: string | null;
  readonly furthestMs: number;
  readonly hidesResults: boolean;
  /** Whether the live is still in progress, so that the list gets longer. */
  readonly isLive: boolean;
  readonly onHideResults: (hides: boolean) => void;
  readonly onSeek: (positionMs: number) => void;
  /** Called with the chosen bout. While results are hidden, its start may be unknown. */
  readonly onChoose: (bout: ReplayBout) => void;
}

/** The bouts of the evening with their rounds, as chapters of the replay. */
export function ChapterList(props: ChapterListProps) {
  const { bouts, currentId, furthestMs, hidesResults, isLive } = props;
  const { onHideResults, onSeek, onChoose } = props;
  const { t } = useLingui();
  return (
    <>
      <header className={styles.head}>
        <h2 className={styles.title}>{t`Chapters`}</h2>
        <Button
          size="small"
          aria-pressed={!hidesResults}
          onClick={() => onHideResults(!hidesResults)}
        >
          {hidesResults ? (
            <Eye aria-hidden="true" size={18} />
          ) : (
            <EyeOff aria-hidden="true" size={18} />
          )}
          {hidesResults ? t`Show results` : t`Hide results`}
        </Button>
      </header>
      {hidesResults ? (
        <p className={styles.note}>
          {isLive
            ? t`No spoilers: a result appears once your picture has reached it.`
            : t`No spoilers: results and length stay hidden.`}
        </p>
      ) : null}
      {bouts === null ? <Skeleton shape="fill" className={styles.waiting} /> : null}
      {bouts?.length === 0 ? (
        <p className={styles.note}>
          {isLive ? t`Chapters appear as the bouts begin.` : t`This replay has no chapters.`}
        </p>
      ) : null}
      <ol className={styles.list}>
        {bouts?.map((bout) => (
          <Bout
            key={bout.match_live_id}
            bout={bout}
            isCurrent={bout.match_live_id === currentId}
            showsTimes={!hidesResults || hasBegunAt(bout, furthestMs)}
            onSeek={onSeek}
            onChoose={onChoose}
          />
        ))}
      </ol>
    </>
  );
}
