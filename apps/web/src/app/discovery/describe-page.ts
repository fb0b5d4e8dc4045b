import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import type { Live } from '@sangwian/contract/endpoints/live';
import type { Photo } from '@sangwian/contract/endpoints/photo';
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
  type SeoContext,
  type StructuredData,
  siteData,
} from './structured-data.ts';

/** Metadata that the server adds to the metadata of the page. */
export interface PageFacts {
  /** The canonical path and query, because a page can have several URLs. */
  readonly canonical: string;
  readonly title?: string;
  readonly description?: string;
  /** The share image. */
  readonly image?: string;
  readonly structured: readonly StructuredData[];
}

export interface DescribedPage {
  /** The path pattern in the table of pages. */
  readonly path: string | undefined;
  readonly url: URL;
  /** The loader's data; `undefined` if it failed. */
  readonly data: unknown;
}

/**
 * Returns the photo on a share image. Empty without a photo, so that the URLs of images without photos stay the same.
 */
const versionOf = ({ photo }: { readonly photo: Photo | null }): string[] =>
  photo === null ? [] : [photo.path];

/** Returns everything that the share image of a card depends on. */
const shownOf = (program: Program) => [
  ...[program.status, program.cancelled, program.starts_at, program.matches.length],
  ...versionOf(program),
];

function describeLive(live: Live, context: SeoContext): PageFacts {
  const { language } = context;
  const path = livePath(live.program_live_id);
  const heading = headingMatch(live);
  const shown = [
    live.status,
    live.starts_at,
    live.title,
    heading?.red.name,
    heading?.blue.name,
    ...versionOf(live),
  ];
  const image = sharePath({ kind: 'live', id: live.program_live_id }, language, shown);
  return {
    canonical: path,
    image,
    structured: [
      liveData(live, image, context),
      breadcrumbs([[pickText(live.title, language), path]], context),
    ],
  };
}

function describeProgram(program: Program, boutId: string | null, context: SeoContext): PageFacts {
  const { language } = context;
  const title = pickText(program.title, language);
  const path = programPath(program.program_id);
  const stadium = pickText(program.stadium.name, language);
  const shown = shownOf(program);
  const image = sharePath({ kind: 'program', id: program.program_id }, language, shown);
  const crumbs = [
    [wordsOf(language).programme, '/program'],
    [title, path],
  ] as const;
  const event = programData(program, image, context);
  const match = program.matches.find(({ match_id }) => match_id === boutId);
  if (match === undefined) {
    return {
      canonical: path,
      title,
      description: `${title} · ${stadium} · ${wordsOf(language).bouts(program.matches.length)}`,
      image,
      structured: [event, breadcrumbs(crumbs, context)],
    };
  }
  const pair = pairName(match, language);
  const boutPath = programPath(program.program_id, match.match_id);
  return {
    canonical: boutPath,
    title: `${pair} · ${title}`,
    description: `${pair} · ${pickText(match.division, language)} · ${wordsOf(language).rounds(match.rounds)} · ${stadium}`,
    image: sharePath({ kind: 'bout', id: program.program_id, matchId: match.match_id }, language, [
      shown,
      match.status,
      match.result,
    ]),
    structured: [event, breadcrumbs([...crumbs, [pair, boutPath]], context)],
  };
}

function describeFighter(fighter: Fighter, context: SeoContext): PageFacts {
  const { language } = context;
  const path = fighterPath(fighter.fighter_id);
  const { bouts } = fighter.record;
  const image = sharePath({ kind: 'fighter', id: fighter.fighter_id }, language, [
    fighter.name,
    fighter.gym.name,
    bouts,
    fighter.ranking?.rank,
    ...versionOf(fighter),
  ]);
  return {
    canonical: path,
    image,
    structured: [
      fighterData(fighter, image, context),
      breadcrumbs(
        [
          [wordsOf(language).fighters, '/history'],
          [pickText(fighter.name, language), path],
        ],
        context,
      ),
    ],
  };
}

const withoutSlash = (pathname: string): string => withoutEndSlashes(pathname) || '/';

/** Returns the metadata of a page for search engines and link previews. */
export function describePage({ path, url, data }: DescribedPage, context: SeoContext): PageFacts {
  const bare: PageFacts = { canonical: withoutSlash(url.pathname), structured: [] };
  if (data === undefined || data === null) return bare;
  // The types of the loaders' data are asserted, not checked. Tests of the rendered metadata cover them.
  switch (path) {
    case '/':
      return { ...bare, structured: [siteData(context)] };
    case '/live/:program_live_id?': {
      const { live } = data as { readonly live: Live | null };
      return live === null ? bare : describeLive(live, context);
    }
    case '/program': {
      const { shown } = data as {
        readonly shown: { readonly programs: readonly Program[] } | null;
      };
      const [first] = shown?.programs ?? [];
      if (first !== undefined && url.searchParams.has('card')) {
        return describeProgram(first, url.searchParams.get('bout'), context);
      }
      return {
        ...bare,
        structured: (shown?.programs ?? []).map((program) =>
          programData(
            program,
            sharePath(
              { kind: 'program', id: program.program_id },
              context.language,
              shownOf(program),
            ),
            context,
          ),
        ),
      };
    }
    case '/history/boxer_detail':
      return describeFighter((data as { readonly fighter: Fighter }).fighter, context);
    case '/wallet/:buy_coin?':
      // The URL of a package shows the same store, so `/wallet` is canonical.
      return { ...bare, canonical: '/wallet' };
    default:
      return bare;
  }
}
