import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import type { Live, LiveStatus, MatchFighter } from '@sangwian/contract/endpoints/live';
import type { Program, ProgramMatch } from '@sangwian/contract/endpoints/program';
import { type BilingualText, type Language, localeOf, pickText } from '@sangwian/i18n/language';
import { wordsOf } from './card-words.ts';

/** Data of schema.org, as JSON-LD has it. */
export type StructuredData = Readonly<Record<string, unknown>>;

/** What names and addresses of structured data are made with. */
export interface Telling {
  readonly language: Language;
  /** Without slash at its end. */
  readonly publicUrl: string;
}

const CONTEXT = 'https://schema.org';
const THAILAND = 'TH';

/** A page's way from home: names and paths. */
export type Crumbs = readonly (readonly [name: string, path: string])[];

export function breadcrumbs(crumbs: Crumbs, { language, publicUrl }: Telling): StructuredData {
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

/** Who the site is, on its home page. */
export const siteData = ({ language, publicUrl }: Telling): StructuredData => ({
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

const personOf = (fighter: MatchFighter, { language, publicUrl }: Telling) => ({
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

/** What an evening and a bout of it have in common. */
function eventBase(startsAt: string, cancelled: boolean, { language }: Telling) {
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
  telling: Telling,
): StructuredData => ({
  ...eventBase(match.starts_at, cancelled || match.result?.method === 'cancelled', telling),
  name: pairName(match, telling.language),
  location: place,
  competitor: [personOf(match.red, telling), personOf(match.blue, telling)],
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
  /** The page about it. */
  readonly path: string;
  readonly image: string;
}

function eveningData(evening: Evening, telling: Telling): StructuredData {
  const { language, publicUrl } = telling;
  const { live, cancelled } = evening;
  const place = placeOf(evening.place, language);
  const mode = live === null ? 'OfflineEventAttendanceMode' : 'MixedEventAttendanceMode';
  return {
    '@context': CONTEXT,
    ...eventBase(evening.startsAt, cancelled, telling),
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
      personOf(red, telling),
      personOf(blue, telling),
    ]),
    subEvent: evening.matches.map((match) => boutData(match, place, cancelled, telling)),
  };
}

/** A live as an event that is to be watched. */
export const liveData = (live: Live, image: string, telling: Telling): StructuredData =>
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
    telling,
  );

/** A card of the programme as an event. */
export const programData = (program: Program, image: string, telling: Telling): StructuredData =>
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
    telling,
  );

export const fighterData = (
  fighter: Fighter,
  image: string,
  { language, publicUrl }: Telling,
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

/** JSON-LD for a page's head: no `<` can end the element or begin a comment. */
export const structuredTag = (data: StructuredData): string =>
  `<script type="application/ld+json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>`;
