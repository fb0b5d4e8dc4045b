import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import type { FighterSummary, RankedFighter } from '@sangwian/contract/endpoints/fighters';
import type { DivisionId, GymId } from '@sangwian/contract/ids';
import { Button, buttonClass } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { spreadClass } from '@sangwian/ui/spread';
import {
  Link,
  type LoaderFunctionArgs,
  useLoaderData,
  useRevalidator,
  useSearchParams,
} from 'react-router';
import { type CallApi, callContext } from '../../shared/api/call-context.ts';
import { emptyUrl } from '../../shared/art-url.ts';
import boutsPage from '../../shared/bouts/bouts-page.module.css';
import { useReached } from '../../shared/in-step/use-reached.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { resultsQuery } from '../../shared/results/results-setting.ts';
import { ResultsSwitch } from '../../shared/results/results-switch.tsx';
import { summaryAsOf } from './fighter-as-of.ts';
import { FighterCard } from './fighter-card.tsx';
import { choicePath, type FightersChoice, readChoice } from './fighter-paths.ts';
import { FighterSearch } from './fighter-search.tsx';
import styles from './fighters-page.module.css';
import { RankingTable } from './ranking-table.tsx';

const SHOWN = 24;

type Filters = ResponseOf<'GET /fighter/filters'>['data'];

interface Shown {
  readonly filters: Filters;
  readonly fighters: readonly FighterSummary[];
  readonly ranked: readonly RankedFighter[];
  readonly next: string | null;
}

interface PageData {
  /** `null` after a failed request. */
  readonly shown: Shown | null;
}

async function readRanking(
  call: CallApi,
  filters: Filters,
  { division, cursor }: FightersChoice,
  signal: AbortSignal,
): Promise<Shown> {
  const id = (division || filters.divisions[0]?.division_id) as DivisionId | undefined;
  if (id === undefined) return { filters, fighters: [], ranked: [], next: null };
  const query = {
    ...resultsQuery(),
    division: id,
    limit: SHOWN,
    ...(cursor === '' ? {} : { cursor }),
  };
  const { data, next_cursor } = await call('GET /fighter/ranking', { query }, { signal });
  return { filters, fighters: [], ranked: data, next: next_cursor };
}

async function readShown(
  call: CallApi,
  choice: FightersChoice,
  signal: AbortSignal,
): Promise<Shown> {
  const { data: filters } = await call('GET /fighter/filters', {}, { signal });
  if (choice.view === 'ranking') return readRanking(call, filters, choice, signal);
  const { q, division, gym, province, cursor } = choice;
  const query = {
    ...resultsQuery(),
    limit: SHOWN,
    ...(q === '' ? {} : { q }),
    ...(division === '' ? {} : { division: division as DivisionId }),
    ...(gym === '' ? {} : { gym: gym as GymId }),
    ...(province === '' ? {} : { province }),
    ...(cursor === '' ? {} : { cursor }),
  };
  const { data, next_cursor } = await call('GET /fighter', { query }, { signal });
  return { filters, fighters: data, ranked: [], next: next_cursor };
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<PageData> {
  const choice = readChoice(new URL(request.url).searchParams);
  const shown = await readShown(context.get(callContext), choice, request.signal).catch(() => null);
  return { shown };
}

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Muay Thai fighters`),
  description: i18n._(
    msg`Muay Thai fighters with their records, their last bouts and the ranking of every division.`,
  ),
});

function Views({ choice }: { readonly choice: FightersChoice }) {
  const { t } = useLingui();
  return (
    <nav aria-label={t`View`} className={styles.views}>
      {(
        [
          ['all', t`All fighters`],
          ['ranking', t`Ranking`],
        ] as const
      ).map(([view, name]) => (
        <Link
          key={view}
          to={choicePath(choice, { view })}
          aria-current={view === choice.view ? 'page' : undefined}
          className={styles.view}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}

function Found({ shown }: { readonly shown: Shown }) {
  const { t } = useLingui();
  const reachedOf = useReached();
  if (shown.fighters.length === 0) {
    return (
      <EmptyState
        picture={emptyUrl('search')}
        title={t`No fighter found`}
        text={t`Try a part of the name, the nickname, the gym or the province.`}
      >
        <Link to="/history" className={buttonClass({ variant: 'primary' })}>
          {t`Show all fighters`}
        </Link>
      </EmptyState>
    );
  }
  return (
    <ul className={styles.grid}>
      {shown.fighters.map((fighter) => (
        <li key={fighter.fighter_id}>
          <FighterCard fighter={summaryAsOf(fighter, reachedOf)} />
        </li>
      ))}
    </ul>
  );
}

/** `/history`: the search for fighters, and the ranking of a division. */
export function Component() {
  const { t } = useLingui();
  const { shown } = useLoaderData<PageData>();
  const { revalidate } = useRevalidator();
  const [query] = useSearchParams();
  const choice = readChoice(query);
  return (
    <div className={boutsPage.page}>
      <div className={spreadClass}>
        <h1 className={boutsPage.title}>{t`Muay Thai fighters`}</h1>
        <Views choice={choice} />
      </div>
      {shown === null ? (
        <EmptyState
          picture={emptyUrl('offline')}
          title={t`The fighters could not be loaded`}
          text={t`Please check your connection and try again.`}
        >
          <Button variant="primary" onClick={() => void revalidate()}>
            {t`Try again`}
          </Button>
        </EmptyState>
      ) : (
        <>
          <FighterSearch filters={shown.filters} choice={choice} />
          {choice.view === 'ranking' ? (
            <>
              <ResultsSwitch hidden />
              <RankingTable ranked={shown.ranked} />
            </>
          ) : (
            <Found shown={shown} />
          )}
          {shown.next === null ? null : (
            <Link to={choicePath(choice, { cursor: shown.next })} className={boutsPage.more}>
              {t`Next page`}
            </Link>
          )}
        </>
      )}
    </div>
  );
}
