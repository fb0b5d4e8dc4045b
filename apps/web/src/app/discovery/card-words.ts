import type { MatchResult } from '@sangwian/contract/endpoints/live';
import { formatClock, formatDate } from '@sangwian/i18n/format-date';
import type { Language } from '@sangwian/i18n/language';

/**
 * Texts for share images and search engines. Only the server uses these texts. They are not in the catalogues, because
 * fans download the catalogues.
 */
interface CardWords {
  readonly site: string;
  readonly live: string;
  readonly ended: string;
  readonly cancelled: string;
  readonly versus: string;
  readonly draw: string;
  readonly corner: Readonly<Record<'red' | 'blue', string>>;
  readonly won: Readonly<Record<'decision' | 'tko' | 'disqualification' | 'forfeit', string>>;
  readonly inRound: (round: number) => string;
  readonly rounds: (rounds: number) => string;
  readonly bouts: (bouts: number) => string;
  readonly pounds: (pounds: number) => string;
  readonly record: Readonly<Record<'wins' | 'losses' | 'draws', string>>;
  readonly ranked: (rank: number) => string;
  readonly weekdays: readonly string[];
  readonly home: string;
  readonly programme: string;
  readonly fighters: string;
}

const WORDS: Readonly<Record<Language, CardWords>> = {
  TH: {
    site: 'สังเวียน',
    live: 'ถ่ายทอดสด',
    ended: 'จบแล้ว',
    cancelled: 'ยกเลิก',
    versus: 'พบ',
    draw: 'ผลเสมอ',
    corner: { red: 'มุมแดง', blue: 'มุมน้ำเงิน' },
    won: {
      decision: 'ชนะคะแนน',
      tko: 'ชนะทีเคโอ',
      disqualification: 'ชนะฟาวล์',
      forfeit: 'ชนะบาย',
    },
    inRound: (round) => ` ยก ${round}`,
    rounds: (rounds) => `${rounds} ยก`,
    bouts: (bouts) => `${bouts} คู่`,
    pounds: (pounds) => `${pounds} ปอนด์`,
    record: { wins: 'ชนะ', losses: 'แพ้', draws: 'เสมอ' },
    ranked: (rank) => `อันดับ ${rank}`,
    weekdays: ['อาทิตย์', 'จันทร์', 'อังคาร', 'พุธ', 'พฤหัสบดี', 'ศุกร์', 'เสาร์'],
    home: 'หน้าแรก',
    programme: 'โปรแกรมมวย',
    fighters: 'นักมวย',
  },
  EN: {
    site: 'Sangwian',
    live: 'LIVE',
    ended: 'Ended',
    cancelled: 'Cancelled',
    versus: 'vs',
    draw: 'Draw',
    corner: { red: 'Red corner', blue: 'Blue corner' },
    won: {
      decision: ' wins by decision',
      tko: ' wins by TKO',
      disqualification: ' wins by disqualification',
      forfeit: ' wins by forfeit',
    },
    inRound: (round) => `, round ${round}`,
    rounds: (rounds) => (rounds === 1 ? '1 round' : `${rounds} rounds`),
    bouts: (bouts) => (bouts === 1 ? '1 bout' : `${bouts} bouts`),
    pounds: (pounds) => `${pounds} lb`,
    record: { wins: 'Wins', losses: 'Losses', draws: 'Draws' },
    ranked: (rank) => `Rank ${rank}`,
    weekdays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
    home: 'Home',
    programme: 'Fight programme',
    fighters: 'Fighters',
  },
};

export const wordsOf = (language: Language): CardWords => WORDS[language];

/** Formats an instant in Bangkok's time zone: `เสาร์ 21/11/2026 19:30`. */
export function formatMoment(instant: string, language: Language): string {
  const date = formatDate(instant);
  const [day = 1, month = 1, year = 1970] = date.split('/').map(Number);
  const weekday = WORDS[language].weekdays[new Date(Date.UTC(year, month - 1, day)).getUTCDay()];
  return `${weekday} ${date} ${formatClock(instant)}`;
}

/** Formats a result in the sport's terms. */
export function formatResult({ winner, method, round }: MatchResult, language: Language): string {
  const words = WORDS[language];
  if (method === 'cancelled') return words.cancelled;
  if (method === 'draw' || winner === 'draw' || winner === 'none') return words.draw;
  return words.corner[winner] + words.won[method] + (round === null ? '' : words.inRound(round));
}
