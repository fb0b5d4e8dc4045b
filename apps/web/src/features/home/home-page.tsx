import type { LoaderFunctionArgs } from 'react-router';
import { useLoaderData, useSearchParams } from 'react-router';
import type { PageMeta, PageMetaArgs } from '../../shared/page-meta.ts';
import { EjectedNotice } from './ejected-notice.tsx';
import { HomeLives, type LivesData, loadLives, pictureOf } from './home-lives.tsx';
import { SheetStrip } from './sheet-strip.tsx';

export const loader = (args: LoaderFunctionArgs): Promise<LivesData> => loadLives('all', args);

export const meta = ({ data }: PageMetaArgs<LivesData>): PageMeta => pictureOf(data);

/** `/`: all lives. */
export function Component() {
  const data = useLoaderData<LivesData>();
  const [query] = useSearchParams();
  return (
    <HomeLives list="all" data={data} game={<SheetStrip />}>
      {query.get('status') === 'ejected' ? <EjectedNotice /> : null}
    </HomeLives>
  );
}
