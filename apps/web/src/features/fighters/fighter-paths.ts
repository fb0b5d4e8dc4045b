/** The view and filters of the list of fighters, as in the URL. */
export interface FightersChoice {
  readonly view: 'all' | 'ranking';
  readonly q: string;
  readonly division: string;
  readonly gym: string;
  readonly province: string;
  readonly cursor: string;
}

export const readChoice = (query: URLSearchParams): FightersChoice => ({
  view: query.get('view') === 'ranking' ? 'ranking' : 'all',
  q: query.get('q') ?? '',
  division: query.get('division') ?? '',
  gym: query.get('gym') ?? '',
  province: query.get('province') ?? '',
  cursor: query.get('cursor') ?? '',
});

/** Returns the URL of a changed choice, which starts at its first page. */
export function choicePath(choice: FightersChoice, change: Partial<FightersChoice>): string {
  const { view, cursor, ...rest } = { ...choice, cursor: '', ...change };
  const ranking = view === 'ranking';
  const entries = Object.entries({
    view: ranking ? 'ranking' : '',
    ...(ranking ? { division: rest.division } : rest),
    cursor,
  }).filter(([, value]) => value !== '');
  return entries.length === 0 ? '/history' : `/history?${new URLSearchParams(entries)}`;
}

/** The element id of the tale of the tape on a fighter's page. */
export const TAPE_ID = 'tape';

/** Returns the URL of a fighter's page; with `versus` it opens at the tale of the tape. */
export const fighterPath = (fighterId: string, versus?: string): string =>
  `/history/boxer_detail?id=${fighterId}${versus === undefined ? '' : `&versus=${versus}#${TAPE_ID}`}`;
