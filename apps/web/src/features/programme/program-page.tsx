import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Button, buttonClass } from '@sangwian/ui/button';
import { classNames } from '@sangwian/ui/class-names';
import { EmptyState } from '@sangwian/ui/empty-state';
import { spreadClass } from '@sangwian/ui/spread';
import { CalendarPlus } from 'lucide-react';
import { useEffect } from 'react';
import {
  data,
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { callContext } from '../../shared/api/call-context.ts';
import { emptyUrl } from '../../shared/art-url.ts';
import boutsPage from '../../shared/bouts/bouts-page.module.css';
import { useReached } from '../../shared/in-step/use-reached.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useShowsResults } from '../../shared/results/results-setting.ts';
import { ResultsSwitch } from '../../shared/results/results-switch.tsx';
import { calendarPath } from '../reminders/calendar-path.ts';
import { useReadReminders } from '../reminders/use-reminders.ts';
import { programAsOf } from './program-as-of.ts';
import { ProgramCard } from './program-card.tsx';
import styles from './program-page.module.css';
import {
  choicePath,
  type ProgramChoice,
  readChoice,
  readShownProgram,
  type ShownProgram,
} from './read-program.ts';
import { useDayWords } from './use-day-words.ts';

/** Poll interval for rounds and results. */
const REFRESH_MS = 10_000;

interface PageData {
  /** `null` after a failed request. */
  readonly shown: ShownProgram | null;
  readonly now_ms: number;
}

/** Whether the API refused the parameters of the URL, as opposed to a network failure. */
const isRefusal = (error: unknown): boolean => {
  const status =
    typeof error === 'object' && error !== null && 'httpStatus' in error ? error.httpStatus : null;
  return status === 400 || status === 404 || status === 422;
};

const missing = () =>
  data({ status: 404, message: 'This page could not be found' }, { status: 404 });

export async function loader({ context, request }: LoaderFunctionArgs): Promise<PageData> {
  const choice = readChoice(new URL(request.url).searchParams);
  const shown = await readShownProgram(context.get(callContext), choice, request.signal).catch(
    (error: unknown) => {
      // Shown if the card of the link does not exist any more.
      if (choice.card !== null && isRefusal(error)) throw missing();
      return null;
    },
  );
  return { shown, now_ms: Date.now() };
}

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Fight programme`),
  description: i18n._(
    msg`Every Muay Thai card: bouts, times, stadiums and results, and calendars to subscribe to.`,
  ),
});

/** Polls the page while it is visible. */
function useRefresh(): () => void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    const timer = setInterval(() => {
      if (document.visibilityState === 'visible') void revalidate();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [revalidate]);
  return () => void revalidate();
}

function Days({
  days,
  choice,
  now_ms,
}: {
  readonly days: readonly string[];
  readonly choice: ProgramChoice;
  readonly now_ms: number;
}) {
  const { t } = useLingui();
  const { nameOf, dateOf, isPast } = useDayWords(now_ms);
  const tabs = [
    { key: 'past', path: { day: null, past: true }, name: t`Results`, date: t`All cards` },
    { key: 'all', path: { day: null, past: false }, name: t`Coming`, date: t`All cards` },
    ...days
      .filter((day) => !isPast(day) || day === choice.day)
      .map((day) => ({
        key: day,
        path: { day, past: false },
        name: nameOf(day),
        date: dateOf(day),
      })),
  ];
  return (
    <nav aria-label={t`Days`} className={styles.days}>
      {tabs.map(({ key, path, name, date }) => (
        <Link
          key={key}
          to={choicePath(choice, path)}
          preventScrollReset
          aria-current={
            choice.card === null && path.day === choice.day && path.past === choice.past
              ? 'page'
              : undefined
          }
          className={styles.day}
        >
          <span className={styles.dayName}>{name}</span>
          <span className={styles.dayDate}>{date}</span>
        </Link>
      ))}
    </nav>
  );
}

function Promotions({
  shown,
  choice,
}: {
  readonly shown: ShownProgram;
  readonly choice: ProgramChoice;
}) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const all = [
    { promotion_id: null, name: t`All promotions` },
    ...shown.filters.promotions.map(({ promotion_id, name }) => ({
      promotion_id,
      name: text(name),
    })),
  ];
  return (
    <nav aria-label={t`Promotions`} className={styles.chips}>
      {all.map(({ promotion_id, name }) => (
        <Link
          key={promotion_id ?? 'all'}
          to={choicePath(choice, { promotion: promotion_id })}
          preventScrollReset
          aria-current={promotion_id === choice.promotion ? 'page' : undefined}
          className={styles.chip}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Cards({
  shown,
  choice,
  now_ms,
}: {
  readonly shown: ShownProgram;
  readonly choice: ProgramChoice;
  readonly now_ms: number;
}) {
  const { t } = useLingui();
  const reachedOf = useReached();
  const showsResults = useShowsResults();
  if (shown.programs.length === 0) {
    return (
      <EmptyState
        picture={emptyUrl('lives')}
        title={t`No card here`}
        text={t`Choose another day or all promotions.`}
      >
        <Link to="/program" className={buttonClass({ variant: 'primary' })}>
          {t`Show all coming cards`}
        </Link>
      </EmptyState>
    );
  }
  return (
    <>
      {shown.programs.some(
        ({ results_hidden, status }) => results_hidden || (showsResults && status === 'ended'),
      ) ? (
        <ResultsSwitch hidden={shown.programs.some(({ results_hidden }) => results_hidden)} />
      ) : null}
      <div className={styles.cards}>
        {shown.programs.map((program) => (
          <ProgramCard
            key={program.program_id}
            program={programAsOf(program, reachedOf(program))}
            named={choice.bout}
            now_ms={now_ms}
          />
        ))}
      </div>
      {shown.next === null ? null : (
        <Link to={choicePath(choice, { cursor: shown.next })} className={boutsPage.more}>
          {choice.past ? t`Earlier cards` : t`Later cards`}
        </Link>
      )}
    </>
  );
}

/** `/program`: cards by day and promotion. */
export function Component() {
  const { t } = useLingui();
  const { language } = useLanguage();
  const { shown, now_ms } = useLoaderData<PageData>();
  const [query] = useSearchParams();
  const refresh = useRefresh();
  useReadReminders();
  const choice = readChoice(query);
  return (
    <div className={boutsPage.page}>
      <div className={spreadClass}>
        <h1 className={boutsPage.title}>{t`Fight programme`}</h1>
        <a
          href={calendarPath({ promotionId: choice.promotion, language })}
          className={classNames(buttonClass({ size: 'small' }), styles.subscribe)}
        >
          <CalendarPlus size={18} aria-hidden="true" />
          {t`Calendar file`}
        </a>
      </div>
      {shown === null ? (
        <EmptyState
          picture={emptyUrl('offline')}
          title={t`The programme could not be loaded`}
          text={t`Please check your connection and try again.`}
        >
          <Button variant="primary" onClick={refresh}>
            {t`Try again`}
          </Button>
        </EmptyState>
      ) : (
        <>
          <Days days={shown.filters.days} choice={choice} now_ms={now_ms} />
          <Promotions shown={shown} choice={choice} />
          <Cards shown={shown} choice={choice} now_ms={now_ms} />
        </>
      )}
    </div>
  );
}
