import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { PredictMatch, PredictSheet } from '@sangwian/contract/endpoints/predict';
import type { Pick } from '@sangwian/contract/rules/predict-pick';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { Tag } from '@sangwian/ui/tag';
import { Check, Minus, X } from 'lucide-react';
import { cornerFaceUrl } from '../../shared/faces/face-url.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import styles from './bout-card.module.css';
import choice from './choice.module.css';
import { useGameWords } from './game-words.ts';
import { MethodFields } from './method-fields.tsx';
import { ShareBar } from './share-bar.tsx';
import { changePick } from './sheet-draft.ts';

type MarkedPick = PredictSheet['picks'][number];

interface BoutCardProps {
  readonly match: PredictMatch;
  /** Whether sheets can still be changed. */
  readonly isOpen: boolean;
  readonly pick: Pick | null;
  /** The confirmed pick with its score. */
  readonly marked: MarkedPick | null;
  readonly hasSheet: boolean;
  readonly onPick: (pick: Pick) => void;
}

type ChoiceProps = Omit<BoutCardProps, 'hasSheet' | 'marked'>;

function Corner({
  match,
  isOpen,
  pick,
  onPick,
  corner,
}: ChoiceProps & { readonly corner: 'red' | 'blue' }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const fighter = match[corner];
  const name = text(fighter.name);
  return (
    <label className={classNames(choice.choice, styles.corner, styles[corner])}>
      <input
        type="radio"
        name={match.match_id}
        className={choice.radio}
        checked={pick?.winner === corner}
        disabled={!isOpen || !match.pickable}
        onChange={() => {
          const next = changePick(pick, { winner: corner });
          if (next) onPick(next);
        }}
      />
      <PhotoImage
        photo={fighter.photo}
        owner="fighter"
        src={cornerFaceUrl(match, corner)}
        alt=""
        width={48}
        height={48}
        className={styles.crest}
      />
      <span className={styles.who}>
        <span className={styles.side}>{corner === 'red' ? t`Red corner` : t`Blue corner`}</span>
        <span className={styles.name}>{name}</span>
        <span className={styles.gym}>{text(fighter.gym)}</span>
      </span>
    </label>
  );
}

function Draw({ match, isOpen, pick, onPick }: ChoiceProps) {
  const { t } = useLingui();
  return (
    <label className={classNames(choice.choice, styles.corner, styles.draw)}>
      <input
        type="radio"
        name={match.match_id}
        className={choice.radio}
        checked={pick?.winner === 'draw'}
        disabled={!isOpen || !match.pickable}
        onChange={() => onPick({ winner: 'draw', method: null, round: null })}
      />
      <span className={styles.name}>{t`Draw`}</span>
    </label>
  );
}

/** Shows the outcome of a confirmed pick. */
function MarkLine({ marked }: { readonly marked: MarkedPick }) {
  const { t } = useLingui();
  const { pickWords } = useGameWords();
  const { points } = marked;
  const look = {
    waiting: { icon: null, words: t`Waiting for the result` },
    void: { icon: <Minus size={18} aria-hidden="true" />, words: t`Does not count` },
    right: {
      icon: <Check size={18} aria-hidden="true" />,
      words: t`+${plural(points, { one: '# point', other: '# points' })}`,
    },
    wrong: { icon: <X size={18} aria-hidden="true" />, words: t`0 points` },
  }[marked.mark];
  const said = pickWords(marked);
  return (
    <p className={styles.mark} data-mark={marked.mark}>
      <span>{t`Your pick: ${said}`}</span>
      <strong className={styles.points}>
        {look.icon}
        {look.words}
      </strong>
    </p>
  );
}

function Ending({ match, marked, hasSheet }: BoutCardProps) {
  const { t } = useLingui();
  const { resultWords } = useGameWords();
  return (
    <div className={styles.ending}>
      {match.shares === null ? null : <ShareBar shares={match.shares} />}
      {match.result === null ? null : (
        <p className={styles.result}>
          {t`Result`}: <strong>{resultWords(match.result)}</strong>
        </p>
      )}
      {marked ? <MarkLine marked={marked} /> : null}
      {marked === null && hasSheet ? (
        <p className={styles.result}>{t`You have no pick here.`}</p>
      ) : null}
    </div>
  );
}

/** A bout of the sheet. The member picks winner, method and round; after the bout the outcome is shown. */
export function BoutCard(props: BoutCardProps) {
  const { match, isOpen, pick, onPick } = props;
  const { t } = useLingui();
  const { text } = useLanguage();
  const { order, weight_pounds, rounds } = match;
  const red = text(match.red.name);
  const blue = text(match.blue.name);
  return (
    <li className={classNames(cardClass, styles.card)}>
      <fieldset className={styles.fields}>
        <legend className={classNames(styles.legend, match.main_event && styles.titled)}>
          <span className={styles.order}>{t`Bout ${order}`}</span>
          <span className={styles.facts}>
            {text(match.division)} · {t`${weight_pounds} lb`} ·{' '}
            {t`${plural(rounds, { one: '# round', other: '# rounds' })}`}
          </span>
          <span className={styles.hidden}>{t`${red} vs ${blue}`}</span>
        </legend>
        {match.main_event ? (
          <Tag tone="soft" className={styles.main}>
            {t`Main event`}
          </Tag>
        ) : null}
        <div className={styles.split}>
          <Corner {...props} corner="red" />
          <Draw {...props} />
          <Corner {...props} corner="blue" />
        </div>
        {isOpen && match.pickable && pick !== null && pick.winner !== 'draw' ? (
          <MethodFields matchId={match.match_id} rounds={rounds} pick={pick} onPick={onPick} />
        ) : null}
      </fieldset>
      {isOpen && match.pickable ? null : <Ending {...props} />}
    </li>
  );
}
