import { useNavigate } from 'react-router';
import { type HistoryFilter, readFilter, writeFilter } from './history-filter.ts';

/**
 * Returns a function that changes one field of the filter. The change replaces the history entry, so that the back
 * button leaves the page.
 */
export function useChooseFilter(filter: HistoryFilter) {
  const navigate = useNavigate();
  return (field: 'kind' | 'from' | 'to' | 'status', value: string): void => {
    const search = new URLSearchParams(writeFilter(filter));
    search.set(field, value);
    void navigate(
      { search: writeFilter(readFilter(search)) },
      { replace: true, preventScrollReset: true },
    );
  };
}
