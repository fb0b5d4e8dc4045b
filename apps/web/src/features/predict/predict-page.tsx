import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { PredictProgram } from '@sangwian/contract/endpoints/predict';
import { Button, buttonClass } from '@sangwian/ui/button';
import { EmptyState } from '@sangwian/ui/empty-state';
import { Skeleton } from '@sangwian/ui/skeleton';
import { Link, type LoaderFunctionArgs, useLoaderData, useSearchParams } from 'react-router';
import { callContext } from '../../shared/api/call-context.ts';
import { emptyUrl } from '../../shared/art-url.ts';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { useSession } from '../../shared/session/session.ts';
import { GameNav } from './game-nav.tsx';
import styles from './predict-page.module.css';
import { ProgramTabs } from './program-tabs.tsx';
import { SheetView } from './sheet-view.tsx';
import { useGame } from './use-game.ts';

interface PredictData {
  /** `null` in the browser, which fetches the game after the navigation, and after a failed request on the server. */
  readonly programs: PredictProgram[] | null;
  readonly now_ms: number;
}

export async function loader({ context, request }: LoaderFunctionArgs): Promise<PredictData> {
  const now_ms = Date.now();
  if (typeof window !== 'undefined') return { programs: null, now_ms };
  const programs = await context
    .get(callContext)('GET /predict/current', {}, { signal: request.signal })
    .then(({ data }) => data)
    .catch(() => null);
  return { programs, now_ms };
}

export const meta = ({ i18n }: PageMetaArgs): PageMeta => ({
  title: i18n._(msg`Prediction game`),
  description: i18n._(msg`Predict every bout of the next card. For entertainment only, no prizes.`),
});

const SKELETON_BOUTS = ['a', 'b', 'c', 'd'] as const;

/** Returns the requested programme. Without one, returns the next open programme, or else the last programme. */
const chooseProgram = (
  programs: readonly PredictProgram[],
  wanted: string | null,
): PredictProgram | undefined =>
  programs.find((program) => program.program_id === wanted) ??
  programs.find((program) => program.status === 'open') ??
  programs.at(-1);

function NoGame({ external }: { readonly external: boolean }) {
  const { t } = useLingui();
  return (
    <EmptyState
      picture={emptyUrl('lives')}
      title={external ? t`The prediction game is not available here` : t`Nothing to predict yet`}
      text={
        external
          ? t`See what is live instead.`
          : t`The next card appears here once its bouts are known.`
      }
    >
      <Link to={external ? '/liveExternal' : '/'} className={buttonClass({ variant: 'primary' })}>
        {t`See the lives`}
      </Link>
    </EmptyState>
  );
}

function Programs({ data }: { readonly data: PredictData }) {
  const { t } = useLingui();
  const [search] = useSearchParams();
  const { programs, failed, readAtMs, refresh } = useGame(data.programs);
  if (programs === null) {
    return failed ? (
      <EmptyState
        picture={emptyUrl('offline')}
        title={t`The card could not be loaded`}
        text={t`Please check your connection and try again.`}
      >
        <Button variant="primary" onClick={refresh}>
          {t`Try again`}
        </Button>
      </EmptyState>
    ) : (
      <div aria-busy="true" className={styles.skeletons}>
        {SKELETON_BOUTS.map((bout) => (
          <Skeleton key={bout} shape="fill" className={styles.skeleton} />
        ))}
      </div>
    );
  }
  const program = chooseProgram(programs, search.get('program'));
  if (program === undefined) return <NoGame external={false} />;
  return (
    <>
      <ProgramTabs programs={programs} current={program.program_id} nowMs={data.now_ms} />
      <SheetView
        key={program.program_id}
        program={program}
        readAtMs={readAtMs}
        drawnAtMs={data.now_ms}
        refresh={refresh}
      />
    </>
  );
}

/** `/predict`: the sheets of the current programmes. */
export function Component() {
  const data = useLoaderData<PredictData>();
  const { external } = useSession();
  return (
    <div className={styles.page}>
      <GameNav />
      {external ? <NoGame external /> : <Programs data={data} />}
    </div>
  );
}
