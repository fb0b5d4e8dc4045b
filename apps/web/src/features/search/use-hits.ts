import { useLingui } from '@lingui/react/macro';
import type { FoundShow, SiteSearch } from '@sangwian/contract/endpoints/search';
import { useLanguage } from '../../shared/language/use-language.ts';

/** A result: a link with its texts. */
export interface Hit {
  readonly key: string;
  readonly to: string;
  readonly title: string;
  readonly detail: string;
  /** When the show starts; `null` for fighters. */
  readonly startsAt: string | null;
  /** `undefined` for shows. */
  readonly fighter?: SiteSearch['fighters'][number];
}

export interface HitGroup {
  readonly name: string;
  readonly hits: readonly Hit[];
}

/** Returns the results as groups in the order in which the dialog shows them, without empty groups. */
export function useHits(found: SiteSearch | undefined): readonly HitGroup[] {
  const { t } = useLingui();
  const { text } = useLanguage();
  if (found === undefined) return [];
  const showHit = (show: FoundShow, to: string): Hit => ({
    key: show.program_id,
    to,
    title: text(show.title),
    detail: text(show.stadium),
    startsAt: show.starts_at,
  });
  const liveHit = (show: FoundShow) => showHit(show, `/live/${show.program_live_id}`);
  return [
    { name: t`Live now`, hits: found.lives.map(liveHit) },
    {
      name: t`Muay Thai fighters`,
      hits: found.fighters.map((fighter) => ({
        key: fighter.fighter_id,
        to: `/history/boxer_detail?id=${fighter.fighter_id}`,
        title: text(fighter.name),
        detail: [text(fighter.nickname), text(fighter.gym)].filter(Boolean).join(' · '),
        startsAt: null,
        fighter,
      })),
    },
    {
      name: t`Fight cards`,
      hits: found.cards.map((show) => showHit(show, `/program?card=${show.program_id}`)),
    },
    { name: t`Replays`, hits: found.replays.map(liveHit) },
  ].filter(({ hits }) => hits.length > 0);
}
