import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import type { Live, LiveStatus, MatchFighter } from '@sangwian/contract/endpoints/live';
import type { Program, ProgramMatch } from '@sangwian/contract/endpoints/program';
import { type BilingualText, type Language, localeOf, pickText } from '@sangwian/i18n/language';
import { wordsOf } from './card-words.ts';

/** schema.org data as JSON-LD. */
export type StructuredData = Readonly<Record<string, unknown>>;

/** The language and base URL of structured data. */
export interface SeoContext {
  readonly language: Language;
  /** Without a trailing slash. */
  readonly publicUrl: string;
}

const CONTEXT = 'https://schema.org';
const THAILAND = 'TH';

/** The breadcrumb trail below the home page. */
export type Crumbs = readonly (readonly [name: string, path: string])[];

export function breadcrumbs(crumbs: Crumbs, { language, publicUrl }: SeoContext): StructuredData {
  const all: Crumbs = [[wordsOf(language).home, '/'], ...crumbs];
  return {
    '@context': CONTEXT,
    '@type': 'BreadcrumbList',
    itemListElement: all.map(([name, path], index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}

/** Returns the structured data of the site, for the home page. */
export const siteData = ({ language, publicUrl }: SeoContext): StructuredData => ({
  '@context': CONTEXT,
  '@type': 'WebSite',
  name: wordsOf(language).site,
  alternateName: wordsOf(language === 'TH' ? 'EN' : 'TH').site,
  url: `${publicUrl}/`,
  inLanguage: ['th', 'en'],
  publisher: {
    '@type': 'Organization',
    name: wordsOf(language).site,
    url: `${publicUrl}/`,
    logo: `${publicUrl}/icon-512.png`,
  },
});

export const fighterPath = (fighterId: string): string => `/history/boxer_detail?id=${fighterId}`;
export const livePath = (programLiveId: string): string => `/live/${programLiveId}`;
export const programPath = (programId: string, matchId?: string): string =>
  `/program?card=${programId}${matchId === undefined ? '' : `&bout=${matchId}`}`;

const personOf = (fighter: MatchFighter, { language, publicUrl }: SeoContext) => ({
  '@type': 'Person',
  name: `${pickText(fighter.name, language)} ${pickText(fighter.gym, language)}`,
  url: publicUrl + fighterPath(fighter.fighter_id),
});

export const pairName = (
  { red, blue }: Pick<ProgramMatch, 'red' | 'blue'>,
  language: Language,
): string =>
  `${pickText(red.name, language)} ${wordsOf(language).versus} ${pickText(blue.name, language)}`;

interface Place {
  readonly name: BilingualText;
  readonly province?: BilingualText;
}

/** The common fields of an evening and its bouts. */
function eventBase(startsAt: string, cancelled: boolean, { language }: SeoContext) {
  return {
    '@type': 'SportsEvent',
    sport: 'Muay Thai',
    startDate: startsAt,
    eventStatus: `${CONTEXT}/${cancelled ? 'EventCancelled' : 'EventScheduled'}`,
    inLanguage: localeOf(language),
  };
}

function placeOf({ name, province }: Place, language: Language) {
  return {
    '@type': 'Place',
    name: pickText(name, language),
    address: {
      '@type': 'PostalAddress',
      addressCountry: THAILAND,
      ...(province === undefined ? {} : { addressRegion: pickText(province, language) }),
    },
  };
}

const boutData = (
  match: ProgramMatch,
  place: unknown,
  cancelled: boolean,
  context: SeoContext,
): StructuredData => ({
  ...eventBase(match.starts_at, cancelled || match.result?.method === 'cancelled', context),
  name: pairName(match, context.language),
  location: place,
  competitor: [personOf(match.red, context), personOf(match.blue, context)],
});

interface Evening {
  readonly title: BilingualText;
  readonly promotion: BilingualText;
  readonly place: Place;
  readonly startsAt: string;
  readonly cancelled: boolean;
  readonly matches: readonly ProgramMatch[];
  readonly live: {
    readonly path: string;
    readonly free: boolean;
    readonly status: LiveStatus;
    readonly endedAt?: string | null;
  } | null;
  /** The evening's page. */
  readonly path: string;
  readonly image: string;
}

function eveningData(evening: Evening, context: SeoContext): StructuredData {
  const { language, publicUrl } = context;
  const { live, cancelled } = evening;
  const place = placeOf(evening.place, language);
  const mode = live === null ? 'OfflineEventAttendanceMode' : 'MixedEventAttendanceMode';
  return {
    '@context': CONTEXT,
    ...eventBase(evening.startsAt, cancelled, context),
    name: pickText(evening.title, language),
    url: publicUrl + evening.path,
    image: [publicUrl + evening.image],
    eventAttendanceMode: `${CONTEXT}/${mode}`,
    ...(live?.endedAt ? { endDate: live.endedAt } : {}),
    ...(live === null ? {} : { isAccessibleForFree: live.free }),
    location:
      live === null ? place : [place, { '@type': 'VirtualLocation', url: publicUrl + live.path }],
    organizer: { '@type': 'Organization', name: pickText(evening.promotion, language) },
    competitor: evening.matches.flatMap(({ red, blue }) => [
      personOf(red, context),
      personOf(blue, context),
    ]),
    subEvent: evening.matches.map((match) => boutData(match, place, cancelled, context)),
  };
}

export const liveData = (live: Live, image: string, context: SeoContext): StructuredData =>
  eveningData(
    {
      title: live.title,
      promotion: live.promotion,
      place: { name: live.stadium },
      startsAt: live.starts_at,
      cancelled: false,
      matches: live.matches,
      live: {
        path: livePath(live.program_live_id),
        free: live.access === 'free',
        status: live.status,
        endedAt: live.ended_at,
      },
      path: livePath(live.program_live_id),
      image,
    },
    context,
  );

export const programData = (program: Program, image: string, context: SeoContext): StructuredData =>
  eveningData(
    {
      title: program.title,
      promotion: program.promotion.name,
      place: program.stadium,
      startsAt: program.starts_at,
      cancelled: program.cancelled,
      matches: program.matches,
      live:
        program.live === null
          ? null
          : {
              path: livePath(program.live.program_live_id),
              free: program.live.access === 'free',
              status: program.live.status,
            },
      path: programPath(program.program_id),
      image,
    },
    context,
  );

export const fighterData = (
  fighter: Fighter,
  image: string,
  { language, publicUrl }: SeoContext,
): StructuredData => ({
  '@context': CONTEXT,
  '@type': 'ProfilePage',
  url: publicUrl + fighterPath(fighter.fighter_id),
  mainEntity: {
    '@type': 'Person',
    name: `${pickText(fighter.name, language)} ${pickText(fighter.gym.name, language)}`,
    alternateName: pickText(fighter.nickname, language),
    image: publicUrl + image,
    jobTitle: language === 'TH' ? 'นักมวยไทย' : 'Muay Thai fighter',
    affiliation: { '@type': 'SportsTeam', name: pickText(fighter.gym.name, language) },
    height: { '@type': 'QuantitativeValue', value: fighter.height_cm, unitCode: 'CMT' },
    weight: { '@type': 'QuantitativeValue', value: fighter.weight_kg, unitCode: 'KGM' },
  },
});

/** Serializes JSON-LD for a page's head: no `<` can end the element or start a comment. */
export const structuredTag = (data: StructuredData): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
