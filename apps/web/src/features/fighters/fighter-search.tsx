import { useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { LIMITS } from '@sangwian/contract/limits';
import { Field } from '@sangwian/ui/field';
import { SelectField } from '@sangwian/ui/select-field';
import { Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage } from '../../shared/language/use-language.ts';
import { choicePath, type FightersChoice } from './fighter-paths.ts';
import styles from './fighter-search.module.css';

/** The debounce delay of the search. */
const PAUSE_MS = 250;

/** A search that updates while the fan types. Without JavaScript, the form can be submitted. */
export function FighterSearch({
  filters,
  choice,
}: {
  readonly filters: ResponseOf<'GET /fighter/filters'>['data'];
  readonly choice: FightersChoice;
}) {
  const { t } = useLingui();
  const { text } = useLanguage();
  const navigate = useNavigate();
  const [typed, setTyped] = useState(choice.q);
  const timer = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const go = (change: Partial<FightersChoice>): void => {
    clearTimeout(timer.current);
    void navigate(choicePath({ ...choice, q: typed.trim() }, change), {
      replace: true,
      preventScrollReset: true,
    });
  };
  const ranking = choice.view === 'ranking';
  return (
    <search>
      <form
        action="/history"
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          go({});
        }}
      >
        {ranking ? (
          <input type="hidden" name="view" value="ranking" />
        ) : (
          <Field
            label={t`Search`}
            name="q"
            type="search"
            placeholder={t`Name, nickname, gym or province`}
            autoComplete="off"
            enterKeyHint="search"
            maxLength={LIMITS.searchCharsMax}
            className={styles.words}
            trailing={<Search size={20} aria-hidden="true" className={styles.icon} />}
            value={typed}
            onChange={({ target }) => {
              setTyped(target.value);
              clearTimeout(timer.current);
              timer.current = setTimeout(() => go({ q: target.value.trim() }), PAUSE_MS);
            }}
          />
        )}
        <SelectField
          label={t`Division`}
          name="division"
          value={choice.division}
          onChange={({ target }) => go({ division: target.value })}
        >
          {ranking ? null : <option value="">{t`All divisions`}</option>}
          {filters.divisions.map(({ division_id, name, weight_pounds_max: weight }) => (
            <option key={division_id} value={division_id}>
              {text(name)} ({t`${weight} lb`})
            </option>
          ))}
        </SelectField>
        {ranking ? null : (
          <>
            <SelectField
              label={t`Gym`}
              name="gym"
              value={choice.gym}
              onChange={({ target }) => go({ gym: target.value })}
            >
              <option value="">{t`All gyms`}</option>
              {filters.gyms.map(({ gym_id, name }) => (
                <option key={gym_id} value={gym_id}>
                  {text(name)}
                </option>
              ))}
            </SelectField>
            <SelectField
              label={t`Province`}
              name="province"
              value={choice.province}
              onChange={({ target }) => go({ province: target.value })}
            >
              <option value="">{t`All provinces`}</option>
              {filters.provinces.map((province) => (
                <option key={province.en} value={province.en}>
                  {text(province)}
                </option>
              ))}
            </SelectField>
          </>
        )}
      </form>
    </search>
  );
}
