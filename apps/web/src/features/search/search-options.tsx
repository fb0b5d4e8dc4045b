import { useLingui } from '@lingui/react/macro';
import { faceUrl } from '../../shared/faces/face-url.ts';
import { PhotoImage } from '../../shared/photo/photo-image.tsx';
import { ShowTime } from '../../shared/times/show-time.tsx';
import { useNow } from '../../shared/use-now.ts';
import styles from './search-dialog.module.css';
import type { Hit, HitGroup } from './use-hits.ts';

interface SearchOptionsProps {
  readonly groups: readonly HitGroup[];
  /** The index of the selected option; -1 without a selection. */
  readonly active: number;
  readonly listId: string;
  readonly optionId: (index: number) => string;
  readonly onOpen: (index: number) => void;
}

interface OptionProps {
  readonly hit: Hit;
  readonly id: string;
  readonly isActive: boolean;
  readonly onOpen: () => void;
}

function Option({ hit, id, isActive, onOpen }: OptionProps) {
  const nowMs = useNow(0);
  const { title, detail, startsAt, fighter } = hit;
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox handles the keys of its options.
    // biome-ignore lint/a11y/useFocusableInteractive: the focus stays in the combobox, which names the active option.
    <div id={id} role="option" aria-selected={isActive} className={styles.option} onClick={onOpen}>
      {fighter === undefined ? null : (
        <PhotoImage
          photo={fighter.photo}
          owner="fighter"
          src={faceUrl(fighter)}
          alt=""
          width={40}
          height={40}
          className={styles.crest}
        />
      )}
      <span className={styles.text}>
        <span className={styles.title}>{title}</span>
        <span className={styles.detail}>
          {startsAt === null ? null : (
            <>
              <ShowTime at={startsAt} nowMs={nowMs} />
              {' · '}
            </>
          )}
          {detail}
        </span>
      </span>
    </div>
  );
}

/** The results as the listbox of the combobox. */
export function SearchOptions({ groups, active, listId, optionId, onOpen }: SearchOptionsProps) {
  const { t } = useLingui();
  let index = -1;
  return (
    <div id={listId} role="listbox" aria-label={t`Search results`} className={styles.list}>
      {groups.map(({ name, hits }, group) => {
        const headingId = `${listId}-group-${group}`;
        return (
          // biome-ignore lint/a11y/useSemanticElements: a fieldset must not be in a listbox.
          <div key={name} role="group" aria-labelledby={headingId}>
            <div id={headingId} role="presentation" className={styles.heading}>
              {name}
            </div>
            {hits.map((hit) => {
              index += 1;
              const at = index;
              return (
                <Option
                  key={hit.key}
                  hit={hit}
                  id={optionId(at)}
                  isActive={at === active}
                  onOpen={() => onOpen(at)}
                />
              );
            })}
          </div>
        );
      })}
    </div>
  );
}
