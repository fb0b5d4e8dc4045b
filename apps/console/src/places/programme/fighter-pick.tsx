import { Trans, useLingui } from '@lingui/react/macro';
import type { Bilingual } from '@sangwian/contract/endpoints/live';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { Field } from '../../shared/ui/field.tsx';
import layout from '../../shared/ui/place.module.css';
import styles from './programme-place.module.css';
import { useNameOf } from './use-name-of.ts';

const SHOWN_MAX = 8;

export interface PickedFighter {
  readonly fighter_id: string;
  readonly name: Bilingual;
}

interface FighterPickProps {
  readonly label: string;
  readonly picked: PickedFighter | null;
  readonly error?: string | undefined;
  readonly onPick: (fighter: PickedFighter & { readonly division_id?: string }) => void;
}

/** A field that finds a fighter by part of a name. */
export function FighterPick({ label, picked, error, onPick }: FighterPickProps) {
  const { t } = useLingui();
  const nameOf = useNameOf();
  const [q, setQ] = useState('');
  const word = q.trim();
  const found = useQuery({
    ...staffQuery(
      'GET /operator/fighter',
      { query: { limit: SHOWN_MAX, ...(word === '' ? {} : { q: word }) } },
      'programme',
    ),
    enabled: word !== '',
  });
  return (
    <div>
      <Field
        label={label}
        type="search"
        autoComplete="off"
        placeholder={t`Search by name`}
        hint={picked === null ? undefined : <Trans>Chosen: {nameOf(picked.name)}</Trans>}
        error={error}
        value={q}
        onChange={(event) => setQ(event.currentTarget.value)}
      />
      {word === '' || found.data === undefined ? null : (
        <fieldset className={styles.found} aria-label={t`Found fighters`}>
          {found.data.map((fighter) => {
            const name = { th: fighter.name_th, en: fighter.name_en };
            return (
              <button
                key={fighter.fighter_id}
                type="button"
                aria-pressed={fighter.fighter_id === picked?.fighter_id}
                onClick={() => {
                  onPick({
                    fighter_id: fighter.fighter_id,
                    name,
                    division_id: fighter.division_id,
                  });
                  setQ('');
                }}
              >
                {nameOf(name)} <span className={layout.weak}>{nameOf(fighter.gym)}</span>
              </button>
            );
          })}
          {found.data.length === 0 ? <Trans>No fighter matches</Trans> : null}
        </fieldset>
      )}
    </div>
  );
}
