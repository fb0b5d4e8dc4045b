import type {
  OperatorNotice,
  OperatorSwitch,
} from '@sangwian/contract/endpoints/operator/switches';
import type { SiteState, SwitchName } from '@sangwian/contract/endpoints/site';
import type { ErrorCode } from '@sangwian/contract/errors/codes';

/** All switches and the notice, as plain JSON that nodes send to each other. */
export interface SwitchBoard {
  readonly switches: readonly OperatorSwitch[];
  readonly notice: OperatorNotice;
}

/** Error codes of the parts that are switched off. */
export const OFF_CODES: Readonly<Record<SwitchName, ErrorCode>> = {
  payments: 'payments_off',
  gifts: 'gifts_off',
  registration: 'registration_off',
  chat: 'chat_off',
  predictions: 'predictions_off',
};

/** Returns the sum of all versions, which increases with every change. */
export const revisionOf = ({ switches, notice }: SwitchBoard): number =>
  switches.reduce((sum, { version }) => sum + version, notice.version);

/** Merges two boards row by row. The newer version of each row wins, in any order of arrival. */
export function mergeBoards(known: SwitchBoard, arrived: SwitchBoard): SwitchBoard {
  return {
    switches: arrived.switches.map((row) => {
      const before = known.switches.find(({ name }) => name === row.name);
      return before !== undefined && before.version > row.version ? before : row;
    }),
    notice: known.notice.version > arrived.notice.version ? known.notice : arrived.notice,
  };
}

/** Returns the state that fans see at `now`. A notice that has ended is omitted; a planned notice is included. */
export function siteStateOf(board: SwitchBoard, now: Date): SiteState {
  const { text, level, from, until, version } = board.notice;
  const hasEnded = until !== null && new Date(until) <= now;
  return {
    revision: revisionOf(board),
    off: board.switches.flatMap(({ name, reason }) => (reason === null ? [] : [{ name, reason }])),
    notice: text === null || hasEnded ? null : { version, level, text, from, until },
  };
}

/** Whether the notice of a state is shown at `now`. */
export const isNoticeShown = ({ notice }: SiteState, now: Date): boolean =>
  notice !== null &&
  (notice.from === null || new Date(notice.from) <= now) &&
  (notice.until === null || new Date(notice.until) > now);
