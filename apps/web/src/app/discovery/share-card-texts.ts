import type { Fighter } from '@sangwian/contract/endpoints/fighters';
import type { LiveStatus, MatchFighter, MatchResult } from '@sangwian/contract/endpoints/live';
import type { Photo } from '@sangwian/contract/endpoints/photo';
import type { CardText, ShareCard } from '@sangwian/contract/page-render';
import { type BilingualText, type Language, pickText } from '@sangwian/i18n/language';
import { drawBoutGround, drawFighterGround } from '@sangwian/ui/art/share-card';
import { formatMoment, formatResult, wordsOf } from './card-words.ts';
import type { PublicRecord } from './share-rules.ts';

const WHITE = '#ffffff';
const SOFT = '#d3dae6';
const RED_PLATE = '#c81e2b';
const DARK_PLATE = '#0a0c10';

const text = (
  words: string,
  at: readonly [x: number, y: number],
  more: Partial<Omit<CardText, 'text' | 'x' | 'y'>>,
): CardText => ({
  text: words,
  x: at[0],
  y: at[1],
  anchor: 'start',
  sizePx: 30,
  widthPxMax: 1_080,
  weight: 'medium',
  fill: WHITE,
  ...more,
});

const siteName = (language: Language): CardText =>
  text(wordsOf(language).site, [128, 80], { sizePx: 38, weight: 'bold', widthPxMax: 300 });

/** The fighters of a bout in their corners. */
export interface CardPair {
  readonly red: Pick<MatchFighter, 'name' | 'gym'>;
  readonly blue: Pick<MatchFighter, 'name' | 'gym'>;
}

export interface EveningCard {
  /** The id that selects the background drawing. */
  readonly id: string;
  /** The uploaded poster, which replaces the drawing. */
  readonly photo: Photo | null;
  readonly status: LiveStatus;
  readonly cancelled: boolean;
  readonly startsAt: string;
  readonly pair: CardPair | null;
  readonly result: MatchResult | null;
  readonly title: BilingualText;
  /** The bottom line: stadium, division, rounds. */
  readonly facts: readonly string[];
}

function plateOf({ status, cancelled, startsAt, result }: EveningCard, language: Language) {
  const words = wordsOf(language);
  const moment = formatMoment(startsAt, language);
  const at = [1_128, 78] as const;
  const common = { anchor: 'end', sizePx: 28, weight: 'bold', widthPxMax: 620 } as const;
  if (cancelled) return text(words.cancelled, at, { ...common, plate: DARK_PLATE });
  if (status === 'in_progress') return text(words.live, at, { ...common, plate: RED_PLATE });
  if (status === 'not_started') return text(moment, at, { ...common, plate: DARK_PLATE });
  const ended = result === null ? words.ended : formatResult(result, language);
  return text(`${ended} · ${moment.split(' ')[1] ?? ''}`, at, { ...common, plate: DARK_PLATE });
}

/** Draws the share image of a bout, or of an evening with its main event. */
export function eveningCard(card: EveningCard, language: Language): ShareCard {
  const { id, photo, pair, title, facts } = card;
  const poster = photo === null ? null : { path: `${photo.path}/1280.webp`, focusY: photo.focus_y };
  const texts = [siteName(language), plateOf(card, language)];
  const titleWords = pickText(title, language);
  if (pair === null) {
    texts.push(
      text(titleWords, [600, 500], {
        anchor: 'middle',
        sizePx: 64,
        weight: 'bold',
      }),
    );
  } else {
    const half = { widthPxMax: 510 } as const;
    const name = { ...half, sizePx: 60, weight: 'bold' } as const;
    const gym = { ...half, sizePx: 28, fill: SOFT } as const;
    texts.push(
      text(pickText(pair.red.name, language), [56, 486], name),
      text(pickText(pair.blue.name, language), [1_144, 486], { ...name, anchor: 'end' }),
      text(pickText(pair.red.gym, language), [56, 534], gym),
      text(pickText(pair.blue.gym, language), [1_144, 534], { ...gym, anchor: 'end' }),
    );
  }
  const line = [...(pair === null ? [] : [titleWords]), ...facts].filter(Boolean).join(' · ');
  texts.push(text(line, [600, 604], { anchor: 'middle', sizePx: 27, fill: SOFT }));
  return {
    ground: drawBoutGround(id, poster),
    photos: poster === null ? [] : [poster.path],
    texts,
  };
}

/** Draws the share image of a fighter with the record in large figures. */
export function fighterCard(
  fighter: Fighter,
  { wins, losses, draws }: PublicRecord,
  language: Language,
): ShareCard {
  const words = wordsOf(language);
  const say = (value: BilingualText): string => pickText(value, language);
  const facts = [
    say(fighter.division.name),
    words.pounds(fighter.weight_pounds),
    say(fighter.province),
  ];
  const ranked = fighter.ranking === null ? [] : [words.ranked(fighter.ranking.rank)];
  const left = { widthPxMax: 560 } as const;
  const figures = [
    [wins, words.record.wins],
    [losses, words.record.losses],
    [draws, words.record.draws],
  ] as const;
  const portrait = fighter.photo === null ? null : `${fighter.photo.path}/576.webp`;
  return {
    ground: drawFighterGround(fighter.fighter_id, portrait),
    photos: portrait === null ? [] : [portrait],
    texts: [
      siteName(language),
      text(say(fighter.name), [56, 268], { ...left, sizePx: 84, weight: 'bold' }),
      text(say(fighter.gym.name), [56, 330], { ...left, sizePx: 40, fill: SOFT }),
      ...figures.flatMap(([figure, label], index) => {
        const x = 56 + index * 190;
        return [
          text(String(figure), [x, 456], { sizePx: 76, weight: 'bold', widthPxMax: 160 }),
          text(label, [x, 500], { sizePx: 28, fill: SOFT, widthPxMax: 160 }),
        ];
      }),
      text([...facts, ...ranked].join(' · '), [56, 582], { ...left, sizePx: 30 }),
    ],
  };
}
