import { useLingui } from '@lingui/react/macro';
import type { Fighter, PastBout } from '@sangwian/contract/endpoints/fighters';
import type { FighterId } from '@sangwian/contract/ids';
import { pickText } from '@sangwian/i18n/language';
import { cardClass } from '@sangwian/ui/card';
import { classNames } from '@sangwian/ui/class-names';
import { spreadClass } from '@sangwian/ui/spread';
import { data, Link, type LoaderFunctionArgs, redirect, useLoaderData } from 'react-router';
import { type CallApi, callContext } from '../../shared/api/call-context.ts';
import boutsPage from '../../shared/bouts/bouts-page.module.css';
import { faceUrl } from '../../shared/faces/face-url.ts';
import { useReached } from '../../shared/in-step/use-reached.ts';
import { useLanguage } from '../../shared/language/use-language.ts';
import type { MetaFunction } from '../../shared/page-meta.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import { resultsQuery, useShowsResults } from '../../shared/results/results-setting.ts';
import { ResultsSwitch } from '../../shared/results/results-switch.tsx';
import { ShareButton } from '../../shared/share/share-button.tsx';
import { FollowButton } from '../follows/follow-button.tsx';
import { BoutList } from './bout-list.tsx';
import { ComingBouts } from './coming-bouts.tsx';
import { boutsAsOf, fighterAsOf } from './fighter-as-of.ts';
import { FighterComparison } from './fighter-comparison.tsx';
import styles from './fighter-page.module.css';
import { fighterPath } from './fighter-paths.ts';
import { FighterForm, FighterRecord } from './fighter-record.tsx';

const BOUTS_SHOWN = 20;

interface PageData {
  readonly fighter: Fighter;
  readonly bouts: readonly PastBout[];
  readonly next: string | null;
  /** The fighter to compare with, and the bouts between both fighters. */
  readonly versus: { readonly fighter: Fighter; readonly meetings: readonly PastBout[] } | null;
}

/** Fetches the fighter to compare with. If that fighter is unknown, the page shows only the first fighter. */
async function readVersus(
  call: CallApi,
  fighterId: FighterId,
  versus: FighterId | null,
  options: { readonly signal: AbortSignal },
): Promise<PageData['versus']> {
  if (versus === null || versus === fighterId) return null;
  const results = resultsQuery();
  try {
    const [other, meetings] = await Promise.all([
      call(
        'GET /fighter/{fighter_id}',
        { params: { fighter_id: versus }, query: results },
        options,
      ),
      call(
        'GET /fighter/{fighter_id}/bouts',
        { params: { fighter_id: fighterId }, query: { ...results, against: versus } },
        options,
      ),
    ]);
    return { fighter: other.data, meetings: meetings.data };
  } catch (error) {
    if (httpStatusOf(error) === 404) return null;
    throw error;
  }
}

/** Returns the id if it is well-formed, otherwise `null`. The API would refuse a malformed id with an error toast. */
const idOf = (text: string | null): FighterId | null =>
  text !== null && /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)
    ? (text as FighterId)
    : null;

/** Returns the HTTP status of an error of the API, in the browser or on the server. */
const httpStatusOf = (error: unknown): unknown =>
  typeof error === 'object' && error !== null && 'httpStatus' in error ? error.httpStatus : null;

const missing = () =>
  data({ status: 404, message: 'This page could not be found' }, { status: 404 });

export async function loader({ context, request }: LoaderFunctionArgs): Promise<PageData> {
  const query = new URL(request.url).searchParams;
  const call = context.get(callContext);
  // Without an id the page redirects to the list of fighters (specification, section 2).
  if (!query.get('id')) throw redirect('/history');
  const id = idOf(query.get('id'));
  if (id === null) throw missing();
  const cursor = query.get('cursor');
  const options = { signal: request.signal };
  const results = resultsQuery();
  try {
    const [fighter, bouts, versus] = await Promise.all([
      call('GET /fighter/{fighter_id}', { params: { fighter_id: id }, query: results }, options),
      call(
        'GET /fighter/{fighter_id}/bouts',
        {
          params: { fighter_id: id },
          query: { ...results, limit: BOUTS_SHOWN, ...(cursor === null ? {} : { cursor }) },
        },
        options,
      ),
      readVersus(call, id, idOf(query.get('versus')), options),
    ]);
    return { fighter: fighter.data, bouts: bouts.data, next: bouts.next_cursor, versus };
  } catch (error) {
    if (httpStatusOf(error) === 404) throw missing();
    throw error;
  }
}

export const meta: MetaFunction<PageData> = ({ data: loaded, language }) => {
  if (!loaded) return { noindex: true };
  const { fighter } = loaded;
  const name = `${pickText(fighter.name, language)} ${pickText(fighter.gym.name, language)}`;
  const { wins, losses, draws } = fighter.record;
  const division = pickText(fighter.division.name, language);
  return {
    title: name,
    description: `${name} · ${division} · ${wins}-${losses}-${draws}`,
    picture: fighter.photo
      ? { photo: fighter.photo, owner: 'fighter', sizes: '96px' }
      : faceUrl({ ...fighter, gym: fighter.gym.name }, 'card'),
  };
};

/** Returns the page's data without results that the fan's video has not reached. */
function pageAsOf(
  { fighter, bouts, versus }: Omit<PageData, 'next'>,
  reachedOf: ReturnType<typeof useReached>,
): Omit<PageData, 'next'> {
  return {
    fighter: fighterAsOf(fighter, reachedOf),
    bouts: boutsAsOf(bouts, reachedOf),
    versus: versus && {
      fighter: fighterAsOf(versus.fighter, reachedOf),
      meetings: boutsAsOf(versus.meetings, reachedOf),
    },
  };
}

function Facts({ fighter }: { readonly fighter: Fighter }) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const facts = [
    { label: t`Nickname`, value: text(fighter.nickname) },
    {
      label: t`Dominant hand`,
      value: fighter.dominant_hand === 'right' ? t`Right` : t`Left (southpaw)`,
    },
    { label: t`Gym`, value: text(fighter.gym.name) },
    {
      label: t`Weight`,
      value: t`${fighter.weight_pounds} lb (${fighter.weight_kg} kg)`,
    },
    { label: t`Height`, value: t`${fighter.height_cm} cm` },
    { label: t`Province`, value: text(fighter.province) },
    { label: t`Age`, value: t`${fighter.age} years` },
  ];
  return (
    <dl className={styles.facts}>
      {facts.map(({ label, value }) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

/** `/history/boxer_detail?id=`: a fighter. With `versus=`, also the comparison with another fighter. */
export function Component() {
  const { t } = useLingui();
  const { text } = useLanguage();
  const { next, ...loaded } = useLoaderData<PageData>();
  const { fighter, bouts, versus } = pageAsOf(loaded, useReached());
  const showsResults = useShowsResults();
  const isHidden = bouts.some(({ outcome }) => outcome === null);
  return (
    <div className={boutsPage.page}>
      <div className={spreadClass}>
        <Link to="/history" className={styles.back}>
          {t`All fighters`}
        </Link>
        <ShareButton path={fighterPath(fighter.fighter_id)} title={text(fighter.name)} />
      </div>
      <div className={styles.top}>
        <section className={classNames(cardClass, styles.who)}>
          <header className={styles.head}>
            <PhotoImage
              photo={fighter.photo}
              owner="fighter"
              src={faceUrl({ ...fighter, gym: fighter.gym.name }, 'card')}
              alt=""
              width={96}
              height={96}
              fetchPriority="high"
              className={styles.crest}
            />
            <div className={styles.names}>
              <h1 className={styles.name}>{text(fighter.name)}</h1>
              <p className={styles.sub}>
                {text(fighter.gym.name)} · {text(fighter.division.name)}
              </p>
              <div className={styles.follow}>
                <FollowButton
                  subject={{ type: 'fighter', id: fighter.fighter_id }}
                  name={text(fighter.name)}
                />
              </div>
            </div>
          </header>
          <Facts fighter={fighter} />
          <FighterForm form={fighter.form} />
        </section>
        <FighterRecord fighter={fighter} />
      </div>
      {versus ? (
        <FighterComparison red={fighter} blue={versus.fighter} meetings={versus.meetings} />
      ) : null}
      <ComingBouts fighter={fighter} />
      {showsResults || isHidden ? <ResultsSwitch hidden={isHidden} /> : null}
      <BoutList
        heading={t`Last five bouts`}
        bouts={fighter.last_five}
        fighterId={fighter.fighter_id}
      />
      <BoutList heading={t`Full record`} bouts={bouts} fighterId={fighter.fighter_id} />
      {next === null ? null : (
        <Link
          to={`${fighterPath(fighter.fighter_id)}&cursor=${next}`}
          preventScrollReset
          className={boutsPage.more}
        >
          {t`Earlier bouts`}
        </Link>
      )}
    </div>
  );
}
