import { useLingui } from '@lingui/react/macro';
import { Button } from '@sangwian/ui/button';
import type { CSSProperties } from 'react';
import styles from './choice-bar.module.css';
import { type ClipChoice, withEnd, withStart } from './clip-choice.ts';

interface ChoiceBarProps {
  /** The range that can be chosen. */
  readonly reach: ClipChoice;
  readonly choice: ClipChoice;
  readonly onChange: (choice: ClipChoice) => void;
}

const pad = (value: number): string => String(value).padStart(2, '0');
/** Formats the distance of a position to the end of the range, as minutes and seconds. */
const beforeEnd = (seconds: number): string =>
  seconds === 0 ? '0:00' : `−${Math.floor(seconds / 60)}:${pad(seconds % 60)}`;

/** The bar on which a fan chooses the start and the end of a clip. */
export function ChoiceBar({ reach, choice, onChange }: ChoiceBarProps) {
  const { t } = useLingui();
  const seconds = choice.endS - choice.startS;
  const length = reach.endS - reach.startS;
  const share = (at: number): string => `${((at - reach.startS) / length) * 100}%`;
  const place = { '--from': share(choice.startS), '--to': share(choice.endS) } as CSSProperties;
  const start = (at: number) => onChange(withStart(choice, at, reach));
  const end = (at: number) => onChange(withEnd(choice, at, reach));
  const ends = [
    { name: t`Start`, at: choice.startS, move: start },
    { name: t`End`, at: choice.endS, move: end },
  ];
  return (
    <div className={styles.choice}>
      <div className={styles.bar} style={place} aria-hidden="true">
        <div className={styles.part}>{t`${seconds} s`}</div>
      </div>
      {ends.map(({ name, at, move }) => (
        <div key={name} className={styles.row}>
          <label className={styles.label}>
            <span>
              {name} <span className={styles.time}>{beforeEnd(reach.endS - at)}</span>
            </span>
            <input
              type="range"
              className={styles.range}
              min={reach.startS}
              max={reach.endS}
              step={1}
              value={at}
              aria-valuetext={beforeEnd(reach.endS - at)}
              onChange={({ currentTarget }) => move(Number(currentTarget.value))}
            />
          </label>
          <Button
            size="small"
            aria-label={t`${name} one second earlier`}
            onClick={() => move(at - 1)}
          >
            −1
          </Button>
          <Button
            size="small"
            aria-label={t`${name} one second later`}
            onClick={() => move(at + 1)}
          >
            +1
          </Button>
        </div>
      ))}
    </div>
  );
}
