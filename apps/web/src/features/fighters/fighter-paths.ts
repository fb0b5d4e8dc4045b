/** What the list of fighters is asked for, as it stands in the address. */
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

/** The address of another choice: what is not named stays, and a list begins anew. */
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

/** Where the two tales of the tape stand on a fighter's page. */
export const TAPE_ID = 'tape';

/** A fighter's page; beside another it opens at both tales of the tape. */
export const fighterPath = (fighterId: string, versus?: string): string =>
  `/history/boxer_detail?id=${fighterId}${versus === undefined ? '' : `&versus=${versus}#${TAPE_ID}`}`;
