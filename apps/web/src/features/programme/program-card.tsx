import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Program, ProgramMatch } from '@sangwian/contract/endpoints/program';
import { formatClock } from '@sangwian/i18n/format-date';
import { buttonClass } from '@sangwian/ui/button';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { CornerSlash } from '@sangwian/ui/corner-slash';
import { Tag } from '@sangwian/ui/tag';
import { CalendarPlus, MapPin, Play } from 'lucide-react';
import { Link } from 'react-router';
import { useResultText } from '../../shared/bouts/result-text.ts';
import { cornerFaceUrl } from '../../shared/faces/face-url.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import { ShareButton } from '../../shared/share/share-button.tsx';
import { useDayWord } from '../../shared/times/use-day-word.ts';
import { YourTime } from '../../shared/times/your-time.tsx';
import { calendarPath } from '../reminders/calendar-path.ts';
import { ReminderBell } from '../reminders/reminder-bell.tsx';
import styles from './program-card.module.css';
import { useDayWords } from './use-day-words.ts';

function StatusTag({ program }: { readonly program: Program }) {
  const { t } = useLingui();
  if (program.cancelled) return <Tag tone="soft">{t`Cancelled`}</Tag>;
  if (program.status === 'in_progress') return <Tag tone="live">{t`LIVE`}</Tag>;
  if (program.status === 'ended') return <Tag tone="soft">{t`Ended`}</Tag>;
  return null;
}

function Corner({
  match,
  corner,
}: {
  readonly match: ProgramMatch;
  readonly corner: 'red' | 'blue';
}) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const fighter = match[corner];
  const { wins, losses, draws } = fighter;
  const won = match.result?.winner === corner;
  return (
    <div className={classNames(styles.corner, styles[corner], won && styles.won)}>
      <Link to={`/history/boxer_detail?id=${fighter.fighter_id}`} className={styles.fighter}>
        <CornerSlash corner={corner} label={corner === 'red' ? t`Red corner` : t`Blue corner`} />
        <PhotoImage
          photo={fighter.photo}
          owner="fighter"
          src={cornerFaceUrl(match, corner)}
          alt=""
          width={32}
          height={32}
          loading="lazy"
          className={styles.face}
        />
        <span className={styles.name}>{text(fighter.name)}</span>
      </Link>
      <span className={styles.gym}>
        <span className={styles.gymName}>{text(fighter.gym)}</span>
        <span className={styles.record}> · {t`${wins}-${losses}-${draws}`}</span>
      </span>
    </div>
  );
}

function State({ match, hidden }: { readonly match: ProgramMatch; readonly hidden: boolean }) {
  const { t } = useLingui();
  const wordsOf = useResultText();
  if (match.result) return <p className={styles.result}>{wordsOf(match.result, match)}</p>;
  if (match.status === 'in_progress') {
    const number = match.round?.number;
    return (
      <p className={styles.now}>
        {number === undefined
          ? t`Now`
          : match.round?.resting
            ? t`Rest after round ${number}`
            : t`Round ${number} / ${match.rounds}`}
      </p>
    );
  }
  if (match.status === 'ended') {
    return <p className={styles.result}>{hidden ? t`Result hidden` : t`Result pending`}</p>;
  }
  return null;
}

/** Returns whether a reminder of the bout can still be set. */
const canRemind = ({ cancelled }: Program, { status, result }: ProgramMatch): boolean =>
  status === 'not_started' && !result && !cancelled;

function BoutRow({
  program,
  match,
  path,
  named,
}: {
  readonly program: Program;
  readonly match: ProgramMatch;
  /** The URL of this bout. Chat apps preview it with the share image of the bout. */
  readonly path: string;
  readonly named: boolean;
}) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const pounds = match.weight_pounds;
  const red = text(match.red.name);
  const blue = text(match.blue.name);
  return (
    <li
      aria-current={named ? 'true' : undefined}
      className={classNames(
        styles.bout,
        match.status === 'in_progress' && styles.current,
        named && styles.named,
      )}
    >
      <div className={styles.when}>
        <Link to={path} className={styles.time} preventScrollReset>
          <time dateTime={match.starts_at}>{formatClock(match.starts_at)}</time>
        </Link>
        {match.main_event ? <Tag tone="soft">{t`Main event`}</Tag> : null}
      </div>
      <div className={styles.pair}>
        <Corner match={match} corner="red" />
        <span className={styles.versus}>{t`vs`}</span>
        <Corner match={match} corner="blue" />
      </div>
      <div className={styles.facts}>
        <p className={styles.weight}>
          {t`${pounds} lb`}&nbsp;· {text(match.division)}&nbsp;·{' '}
          {t`${plural(match.rounds, { one: '# round', other: '# rounds' })}`}
        </p>
        <State match={match} hidden={program.results_hidden} />
      </div>
      {canRemind(program, match) ? (
        <div className={styles.remind}>
          <ReminderBell
            look="icon"
            target={{ program_id: program.program_id, match_id: match.match_id }}
            startsAt={match.starts_at}
            name={t`${red} vs ${blue}`}
          />
        </div>
      ) : null}
    </li>
  );
}

/** The bout in the URL, which is shared instead of the card. */
function ShareBout({ match, path }: { readonly match: ProgramMatch; readonly path: string }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const red = text(match.red.name);
  const blue = text(match.blue.name);
  return <ShareButton path={path} title={t`${red} vs ${blue}`} />;
}

/** A card with its stadium and time, its bouts and results, and links to the live and the calendar. */
export function ProgramCard({
  program,
  named,
  now_ms,
}: {
  readonly program: Program;
  /** The id of the bout in the URL. */
  readonly named: string | null;
  readonly now_ms: number;
}) {
  const { t } = useLingui();
  const { text, language } = useLanguage();
  const { nameOf, fullDateOf } = useDayWords(now_ms);
  const dayWord = useDayWord(now_ms)(program.starts_at);
  const heading = `program-${program.program_id}`;
  const { live } = program;
  const path = `/program?card=${program.program_id}`;
  const pathOf = (match: ProgramMatch) => `${path}&bout=${match.match_id}`;
  const bout = program.matches.find(({ match_id }) => match_id === named);
  return (
    <article aria-labelledby={heading} className={classNames(cardClass, styles.card)}>
      <header className={styles.head}>
        <p className={styles.day}>
          <span>{dayWord ?? nameOf(program.day)}</span>
          <span className={styles.date}>
            <time dateTime={program.starts_at}>
              {fullDateOf(program.day)} {formatClock(program.starts_at)}
            </time>
            <YourTime at={program.starts_at} />
          </span>
          <StatusTag program={program} />
        </p>
        <h2 id={heading} className={styles.title}>
          <Link to={path}>{text(program.title)}</Link>
        </h2>
        <p className={styles.place}>
          <MapPin size={16} aria-hidden="true" />
          {text(program.stadium.name)}, {text(program.stadium.province)}
        </p>
        <div className={styles.actions}>
          {live && !program.cancelled ? (
            <Link
              to={`/live/${live.program_live_id}`}
              className={buttonClass({
                variant: live.status === 'in_progress' ? 'primary' : 'quiet',
                size: 'small',
              })}
            >
              <Play size={18} aria-hidden="true" />
              {live.status === 'in_progress'
                ? t`Watch live`
                : live.status === 'ended'
                  ? program.results_hidden
                    ? t`Watch again`
                    : t`See the results`
                  : t`To the live`}
            </Link>
          ) : null}
          {program.status === 'not_started' && !program.cancelled ? (
            <>
              <ReminderBell
                look="button"
                target={{ program_id: program.program_id, match_id: null }}
                startsAt={program.starts_at}
                name={text(program.title)}
              />
              <a
                href={calendarPath({ programId: program.program_id, language })}
                aria-label={t`Add to calendar`}
                title={t`Add to calendar`}
                className={classNames(buttonClass({ size: 'small' }), styles.calendar)}
              >
                <CalendarPlus size={18} aria-hidden="true" />
              </a>
            </>
          ) : null}
          {bout === undefined ? (
            <ShareButton path={path} title={text(program.title)} />
          ) : (
            <ShareBout match={bout} path={pathOf(bout)} />
          )}
        </div>
      </header>
      <ol
        className={classNames(
          styles.bouts,
          program.matches.some((match) => canRemind(program, match)) && styles.reminding,
        )}
      >
        {program.matches.map((match) => (
          <BoutRow
            key={match.match_id}
            program={program}
            match={match}
            path={pathOf(match)}
            named={match.match_id === named}
          />
        ))}
      </ol>
    </article>
  );
}
