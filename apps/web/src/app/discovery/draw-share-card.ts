import type { Live, LiveStatus, LiveSummary, Match } from '@sangwian/contract/endpoints/live';
import type { Program } from '@sangwian/contract/endpoints/program';
import type { FighterId, ProgramId, ProgramLiveId } from '@sangwian/contract/ids';
import type { PageCall, ShareCard } from '@sangwian/contract/page-render';
import { type Language, pickText } from '@sangwian/i18n/language';
import { wordsOf } from './card-words.ts';
import { eveningCard, fighterCard } from './share-card-texts.ts';
import { readSharePath } from './share-paths.ts';
import { publicRecord, publicResult } from './share-rules.ts';

const isMissing = (error: unknown): boolean =>
  typeof error === 'object' && error !== null && 'httpStatus' in error && error.httpStatus === 404;

/**
 * Returns the main event, independent of the current bout, so that the share image of a link stays the same all
 * evening.
 */
export const headingMatch = ({
  matches,
  headline,
}: Pick<Live, 'matches'> & Pick<LiveSummary, 'headline'>): Match | null =>
  matches.find(({ main_event }) => main_event) ?? headline ?? matches[0] ?? null;

function liveCard(live: Live, language: Language): ShareCard {
  const heading = headingMatch(live);
  return eveningCard(
    {
      id: live.program_live_id,
      photo: live.photo,
      status: live.status,
      cancelled: false,
      startsAt: live.starts_at,
      pair: heading,
      result: null,
      title: live.title,
      facts: [pickText(live.stadium, language)],
    },
    language,
  );
}

function programCard(program: Program, language: Language): ShareCard {
  const heading = program.matches.find(({ main_event }) => main_event) ?? program.matches[0];
  const { status, cancelled, title, stadium, matches } = program;
  return eveningCard(
    {
      id: program.live?.program_live_id ?? program.program_id,
      photo: program.photo,
      status,
      cancelled,
      startsAt: program.starts_at,
      pair: heading ?? null,
      result: null,
      title,
      facts: [pickText(stadium.name, language), wordsOf(language).bouts(matches.length)],
    },
    language,
  );
}

const hideEndedStatus = (status: LiveStatus): LiveStatus =>
  status === 'ended' ? 'not_started' : status;

async function boutCard(
  { programId, matchId }: { readonly programId: ProgramId; readonly matchId: string },
  language: Language,
  call: PageCall,
): Promise<ShareCard | null> {
  const { data: program } = await call('GET /program/{program_id}', {
    params: { program_id: programId },
    query: {},
  });
  const match = program.matches.find(({ match_id }) => match_id === matchId);
  if (match === undefined) return null;
  const live = await readLiveOf(program, call);
  const words = wordsOf(language);
  return eveningCard(
    {
      id: match.match_id,
      photo: program.photo,
      // The progress of a running evening is left out, because it would be a spoiler for viewers who have rewound.
      status: program.status === 'ended' ? match.status : hideEndedStatus(match.status),
      cancelled: program.cancelled || match.result?.method === 'cancelled',
      startsAt: match.starts_at,
      pair: match,
      result: publicResult(match, program, live, Date.now()),
      title: match.division,
      facts: [
        words.rounds(match.rounds),
        pickText(program.title, language),
        pickText(program.stadium.name, language),
      ],
    },
    language,
  );
}

/** Loads the live of an ended evening, which has the times of the results. Returns `null` if there is none. */
export async function readLiveOf(program: Program, call: PageCall): Promise<Live | null> {
  if (program.live === null || program.status !== 'ended') return null;
  const { program_live_id } = program.live;
  return (await call('GET /live/{program_live_id}', { params: { program_live_id }, query: {} }))
    .data;
}

/**
 * Draws the current share image of a path below `/share/`. Returns `null` if the path has no share image. Rejects if
 * `call` rejects.
 */
export async function drawShareCard(path: string, call: PageCall): Promise<ShareCard | null> {
  const requested = readSharePath(path);
  if (requested === null) return null;
  const { subject, language } = requested;
  try {
    switch (subject.kind) {
      case 'live': {
        const params = { program_live_id: subject.id as ProgramLiveId };
        return liveCard(
          (await call('GET /live/{program_live_id}', { params, query: {} })).data,
          language,
        );
      }
      case 'program': {
        const params = { program_id: subject.id as ProgramId };
        return programCard(
          (await call('GET /program/{program_id}', { params, query: {} })).data,
          language,
        );
      }
      case 'fighter': {
        const params = { fighter_id: subject.id as FighterId };
        const { data: fighter } = await call('GET /fighter/{fighter_id}', { params, query: {} });
        return fighterCard(fighter, publicRecord(fighter, Date.now()), language);
      }
      case 'bout':
        return await boutCard(
          { programId: subject.id as ProgramId, matchId: subject.matchId },
          language,
          call,
        );
    }
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
}
