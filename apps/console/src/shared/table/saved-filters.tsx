import { Trans, useLingui } from '@lingui/react/macro';
import { Bookmark, X } from 'lucide-react';
import { useState } from 'react';
import { readStored, writeStored } from '../storage.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { ActionsGap, Dialog, DialogBody } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import styles from './saved-filters.module.css';
import type { Filters } from './use-filters.ts';

const SAVED_MAX = 12;
const NAME_CHARS_MAX = 40;

interface Saved {
  readonly name: string;
  readonly filters: Filters;
}

const isSaved = (value: unknown): value is Saved =>
  typeof value === 'object' && value !== null && 'name' in value && 'filters' in value;

function readSaved(list: string): readonly Saved[] {
  try {
    const stored: unknown = JSON.parse(readStored(`console.filters.${list}`) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isSaved) : [];
  } catch {
    return [];
  }
}

interface SavedFiltersProps {
  /** The key under which this browser stores the filters of the list. */
  readonly list: string;
  readonly filters: Filters;
  readonly onChoose: (filters: Filters) => void;
}

/** The operator's saved filters of a list. One click applies a saved filter. */
export function SavedFilters({ list, filters, onChoose }: SavedFiltersProps) {
  const { t } = useLingui();
  const [saved, setSaved] = useState(() => readSaved(list));
  const [isNaming, setNaming] = useState(false);
  const [name, setName] = useState('');
  const keep = (next: readonly Saved[]) => {
    setSaved(next);
    writeStored(`console.filters.${list}`, JSON.stringify(next));
  };
  const isFiltered = Object.values(filters).some((value) => value !== '');
  const current = JSON.stringify(filters);
  const save = () => {
    const label = name.trim();
    if (label === '') return;
    keep(
      [...saved.filter((one) => one.name !== label), { name: label, filters }].slice(-SAVED_MAX),
    );
    setNaming(false);
    setName('');
  };
  return (
    <>
      {saved.map((one) => (
        <span key={one.name} className={styles.saved}>
          <button
            type="button"
            aria-pressed={JSON.stringify(one.filters) === current}
            onClick={() => onChoose(one.filters)}
          >
            {one.name}
          </button>
          <IconButton
            icon={X}
            label={t`Forget the filter ${one.name}`}
            onClick={() => keep(saved.filter(({ name: other }) => other !== one.name))}
          />
        </span>
      ))}
      {isFiltered ? (
        <Button variant="quiet" icon={Bookmark} onClick={() => setNaming(true)}>
          <Trans>Keep this filter</Trans>
        </Button>
      ) : null}
      {isNaming ? (
        <Dialog
          title={t`Keep this filter`}
          onClose={() => setNaming(false)}
          onSubmit={save}
          actions={
            <>
              <ActionsGap />
              <Button variant="quiet" size="big" keys="Escape" onClick={() => setNaming(false)}>
                <Trans>Not yet</Trans>
              </Button>
              <Button type="submit" variant="primary" size="big">
                <Trans>Keep</Trans>
              </Button>
            </>
          }
        >
          <DialogBody>
            <Field
              label={t`Name of the filter`}
              maxLength={NAME_CHARS_MAX}
              value={name}
              onChange={(event) => setName(event.currentTarget.value)}
            />
          </DialogBody>
        </Dialog>
      ) : null}
    </>
  );
}
