import { useSearchParams } from 'react-router';

/** The filters of a list by name. An empty text means no filter. */
export type Filters = Readonly<Record<string, string>>;

/**
 * Keeps the filters of a list in the URL, so that the link opens the same list for a colleague.
 *
 * @param empty the filters of the list, each with an empty text
 * @example const [filters, setFilters] = useFilters({ actor: '', operation: '' });
 */
export function useFilters<Names extends Filters>(
  empty: Names,
): [Names, (change: Partial<Names>) => void] {
  const [params, setParams] = useSearchParams();
  const filters = Object.fromEntries(
    Object.keys(empty).map((name) => [name, params.get(name) ?? '']),
  ) as unknown as Names;
  const change = (to: Partial<Names>) => {
    const next = new URLSearchParams(params);
    for (const [name, value] of Object.entries(to)) {
      if (value === '' || value === undefined) next.delete(name);
      else next.set(name, String(value));
    }
    setParams(next, { replace: true });
  };
  return [filters, change];
}

/** Returns the filters that are set, as the query of a list operation. */
export const activeFilters = (filters: Filters): Record<string, string> =>
  Object.fromEntries(Object.entries(filters).filter(([, value]) => value !== ''));
