import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { ReplayLine } from '@sangwian/contract/endpoints/replay';
import { Button, buttonClass } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Link, type LoaderFunctionArgs, useLoaderData, useRevalidator } from 'react-router';
import { callContext } from '../../../shared/api/call-context.ts';
import { emptyUrl } from '../../../shared/art-url.ts';
import boutsPage from '../../../shared/bouts/bouts-page.module.css';
import type { PageMeta, PageMetaArgs } from '../../../shared/page-meta.ts';
import { ResultsSwitch } from '../../../shared/results/results-switch.tsx';
import { ReplayCard } from './replay-card.tsx';
import styles from './replays-page.module.css';

const LINES_PER_PAGE = 12;

interface PageData {
  /** `null` after a failed read. */
  readonly lines: readonly ReplayLine[] | null;
  readonly next: string | null;
  readonly now_ms: number;
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<PageData> {
  const now_ms = Date.now();
  const cursor = new URL(request.url).searchParams.get('cursor');
  const query = { limit: LINES_PER_PAGE, ...(cursor === null ? {} : { cursor }) };
  try {
    const { signal } = request;
    const { data, next_cursor } = await context.get(callContext)(
      'GET /replay',
      { query },
      { signal },
    );
    return { lines: data, next: next_cursor, now_ms };
  } catch {
    return { lines: null, next: null, now_ms };
  }
}

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Replays`),
  description: i18n._(
    msg`Muay Thai evenings to watch again: every bout and every round, without spoilers.`,
  ),
});

function NotLoaded() {
  const { t } = useLingui();
  const { revalidate } = useRevalidator();
  return (
    <EmptyState
      picture={emptyUrl('offline')}
      title={t`The replays could not be loaded`}
      text={t`Please check your connection and try again.`}
    >
      <Button variant="primary" onClick={() => void revalidate()}>
        {t`Try again`}
      </Button>
    </EmptyState>
  );
}

function Nothing() {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={emptyUrl('lives')}
      title={t`No replays yet`}
      text={t`An evening appears here a few seconds after it ends.`}
    >
      <Link to="/program" className={buttonClass({ variant: 'primary' })}>
        {t`See the programme`}
      </Link>
    </EmptyState>
  );
}

/** `/replays`: the library of replays, the latest first. */
export function Component() {
  const { t } = useLingui();
  const { lines, next, now_ms } = useLoaderData<PageData>();
  return (
    <div className={boutsPage.page}>
      <header>
        <h1 className={boutsPage.title}>{t`Replays`}</h1>
        <p className={styles.about}>{t`Whole evenings to watch again, without spoilers.`}</p>
        <ResultsSwitch hidden={false} />
      </header>
      {lines === null ? <NotLoaded /> : null}
      {lines?.length === 0 ? <Nothing /> : null}
      <ul className={styles.grid}>
        {lines?.map((line) => (
          <ReplayCard key={line.program_live_id} line={line} nowMs={now_ms} level="h2" />
        ))}
      </ul>
      {next === null ? null : (
        <Link to={`/replays?cursor=${encodeURIComponent(next)}`} className={boutsPage.more}>
          {t`Earlier replays`}
        </Link>
      )}
    </div>
  );
}
