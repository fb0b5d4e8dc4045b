import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import type { Live } from '@sangwian/contract/endpoints/live';
import type { Program } from '@sangwian/contract/endpoints/program';
import { withoutEndSlashes } from '@sangwian/contract/rules/plain-path';
import { pickText } from '@sangwian/i18n/language';
import { wordsOf } from './card-words.ts';
import { headingMatch } from './draw-share-card.ts';
import { sharePath } from './share-paths.ts';
import {
  breadcrumbs,
  fighterData,
  fighterPath,
  liveData,
  livePath,
  pairName,
  programData,
  programPath,
  type StructuredData,
  siteData,
  type Telling,
} from './structured-data.ts';

/** What the server says of a page beyond what the page says of itself. */
export interface PageFacts {
  /** Path and query by which the page is known: the same page has other addresses. */
  readonly canonical: string;
  readonly title?: string;
  readonly description?: string;
  /** The card that a chat shows. */
  readonly image?: string;
  readonly structured: readonly StructuredData[];
}

export interface DescribedPage {
  /** Of the table of pages. */
  readonly path: string | undefined;
  readonly url: URL;
  /** What the page's loader gave; `undefined` where it failed. */
  readonly data: unknown;
}

function describeLive(live: Live, telling: Telling): PageFacts {
  const { language } = telling;
  const path = livePath(live.program_live_id);
  const heading = headingMatch(live);
  const told = [live.status, live.starts_at, live.title, heading?.red.name, heading?.blue.name];
  const image = sharePath({ kind: 'live', id: live.program_live_id }, language, told);
  return {
    canonical: path,
    image,
    structured: [
      liveData(live, image, telling),
      breadcrumbs([[pickText(live.title, language), path]], telling),
    ],
  };
}

function describeProgram(program: Program, boutId: string | null, telling: Telling): PageFacts {
  const { language } = telling;
  const title = pickText(program.title, language);
  const path = programPath(program.program_id);
  const stadium = pickText(program.stadium.name, language);
  const told = [program.status, program.cancelled, program.starts_at, program.matches.length];
  const image = sharePath({ kind: 'program', id: program.program_id }, language, told);
  const crumbs = [
    [wordsOf(language).programme, '/program'],
    [title, path],
  ] as const;
  const event = programData(program, image, telling);
  const match = program.matches.find(({ match_id }) => match_id === boutId);
  if (match === undefined) {
    return {
      canonical: path,
      title,
      description: `${title} · ${stadium} · ${wordsOf(language).bouts(program.matches.length)}`,
      image,
      structured: [event, breadcrumbs(crumbs, telling)],
    };
  }
  const pair = pairName(match, language);
  const boutPath = programPath(program.program_id, match.match_id);
  return {
    canonical: boutPath,
    title: `${pair} · ${title}`,
    description: `${pair} · ${pickText(match.division, language)} · ${wordsOf(language).rounds(match.rounds)} · ${stadium}`,
    image: sharePath({ kind: 'bout', id: program.program_id, matchId: match.match_id }, language, [
      told,
      match.status,
      match.result,
    ]),
    structured: [event, breadcrumbs([...crumbs, [pair, boutPath]], telling)],
  };
}

function describeFighter(fighter: Fighter, telling: Telling): PageFacts {
  const { language } = telling;
  const path = fighterPath(fighter.fighter_id);
  const { bouts } = fighter.record;
  const image = sharePath({ kind: 'fighter', id: fighter.fighter_id }, language, [
    fighter.name,
    fighter.gym.name,
    bouts,
    fighter.ranking?.rank,
  ]);
  return {
    canonical: path,
    image,
    structured: [
      fighterData(fighter, image, telling),
      breadcrumbs(
        [
          [wordsOf(language).fighters, '/history'],
          [pickText(fighter.name, language), path],
        ],
        telling,
      ),
    ],
  };
}

const withoutSlash = (pathname: string): string => withoutEndSlashes(pathname) || '/';

/** What the server tells search engines and chats of a page. */
export function describePage({ path, url, data }: DescribedPage, telling: Telling): PageFacts {
  const bare: PageFacts = { canonical: withoutSlash(url.pathname), structured: [] };
  if (data === undefined || data === null) return bare;
  // Each page's loader gives what is read here; another shape would show in the tests of the pages' heads.
  switch (path) {
    case '/':
      return { ...bare, structured: [siteData(telling)] };
    case '/live/:program_live_id?': {
      const { live } = data as { readonly live: Live | null };
      return live === null ? bare : describeLive(live, telling);
    }
    case '/program': {
      const { shown } = data as {
        readonly shown: { readonly programs: readonly Program[] } | null;
      };
      const [first] = shown?.programs ?? [];
      if (first !== undefined && url.searchParams.has('card')) {
        return describeProgram(first, url.searchParams.get('bout'), telling);
      }
      return {
        ...bare,
        structured: (shown?.programs ?? []).map((program) =>
          programData(
            program,
            sharePath({ kind: 'program', id: program.program_id }, telling.language, [
              program.status,
              program.cancelled,
              program.starts_at,
              program.matches.length,
            ]),
            telling,
          ),
        ),
      };
    }
    case '/history/boxer_detail':
      return describeFighter((data as { readonly fighter: Fighter }).fighter, telling);
    case '/wallet/:buy_coin?':
      // A package opened is the same store.
      return { ...bare, canonical: '/wallet' };
    default:
      return bare;
  }
}
