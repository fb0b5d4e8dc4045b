import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { LIMITS } from '@sangwian/contract/limits';
import { Button } from '@sangwian/ui/button';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { apiQuery } from '../../shared/api/api-query.ts';
import { ClosableDialog } from '../../shared/dialogs/closable-dialog.tsx';
import { useOwnDraft } from '../../shared/storage/use-own-draft.ts';
import { nextIndex } from './next-index.ts';
import styles from './search-dialog.module.css';
import { SearchOptions } from './search-options.tsx';
import { useHits } from './use-hits.ts';

/** The debounce delay of the search. */
const PAUSE_MS = 200;

type Found = ResponseOf<'GET /search'>['data'];

/** Returns a text once the fan has paused typing. */
function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** Fetches the results for what is typed; the previous ones stay until the next arrive. */
function useFound(typed: string) {
  const settled = useSettled(typed.trim());
  const query = useQuery({
    ...apiQuery('GET /search', { query: { q: settled } }),
    enabled: settled !== '',
    placeholderData: keepPreviousData,
    staleTime: 60_000,
  });
  const isCurrent = settled === typed.trim() && !query.isPlaceholderData;
  return { ...query, isCurrent };
}

const isEmpty = ({ fighters, lives, cards, replays }: Found): boolean =>
  fighters.length + lives.length + cards.length + replays.length === 0;

/** The search of the whole site: fighters, lives, fight cards and replays. */
export function SearchDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const [typed, setTyped] = useOwnDraft('search');
  const { data, isError, isCurrent, refetch } = useFound(typed);
  const listId = useId();
  const [active, setActive] = useState(-1);
  const groups = useHits(typed.trim() === '' || isError ? undefined : data);
  const hits = groups.flatMap(({ hits: ofGroup }) => ofGroup);
  const optionId = (index: number) => `${listId}-${index}`;
  const open = (index: number) => {
    const hit = hits[index];
    if (hit === undefined) return;
    onClose();
    void navigate(hit.to);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // While an input method composes a word, these keys belong to it.
    if (event.nativeEvent.isComposing) return;
    const next = nextIndex(event.key, active, hits.length);
    if (next === null) return;
    event.preventDefault();
    if (next === 'open') {
      if (isCurrent) open(Math.max(active, 0));
      return;
    }
    setActive(next);
    document.getElementById(optionId(next))?.scrollIntoView({ block: 'nearest' });
  };
  const isNothing = isCurrent && data !== undefined && isEmpty(data);
  const status = isError
    ? t`The search did not work. Please try again.`
    : typed.trim() === ''
      ? t`Fighters, gyms, fight cards and replays, in Thai or English.`
      : isNothing
        ? t`Nothing found. Try a part of a name, in Thai or English.`
        : null;
  return (
    <ClosableDialog title={t`Search`} onClose={onClose}>
      <search className={styles.search}>
        <div className={styles.box}>
          <Search size={20} aria-hidden="true" className={styles.icon} />
          <input
            type="search"
            role="combobox"
            aria-label={t`Search the site`}
            aria-expanded={hits.length > 0}
            aria-controls={listId}
            aria-autocomplete="list"
            aria-activedescendant={active < 0 ? undefined : optionId(active)}
            placeholder={t`Name of a fighter, gym or card`}
            autoComplete="off"
            autoCapitalize="off"
            spellCheck={false}
            enterKeyHint="search"
            maxLength={LIMITS.searchCharsMax}
            className={styles.input}
            value={typed}
            onKeyDown={onKeyDown}
            onFocus={({ currentTarget }) => currentTarget.select()}
            onChange={({ currentTarget }) => {
              setTyped(currentTarget.value);
              setActive(-1);
            }}
          />
        </div>
        <div className={styles.results} aria-busy={!isCurrent && typed.trim() !== ''}>
          <p role="status" className={styles.status}>
            {status}
          </p>
          {isError ? (
            <Button size="small" onClick={() => void refetch()}>{t`Try again`}</Button>
          ) : null}
          <SearchOptions {...{ groups, active, listId, optionId }} onOpen={open} />
        </div>
      </search>
    </ClosableDialog>
  );
}
