import { Trans, useLingui } from '@lingui/react/macro';
import type { ResponseOf } from '@sangwian/contract/contract';
import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import { queryClient } from '../../shared/api/query-client.ts';
import { staffQuery } from '../../shared/api/staff-query.ts';
import { useWritesLocked } from '../../shared/live/connection.ts';
import { useWrite } from '../../shared/toasts/use-write.ts';
import { Button, IconButton } from '../../shared/ui/button.tsx';
import { Chip } from '../../shared/ui/chip.tsx';
import { ConfirmDialog } from '../../shared/ui/confirm-dialog.tsx';
import { Field, SelectField } from '../../shared/ui/field.tsx';
import { Panel } from '../../shared/ui/panel.tsx';
import { QueryView } from '../../shared/ui/states.tsx';
import styles from './chat-place.module.css';

type Word = ResponseOf<'GET /operator/chat/words'>['data'][number];
type Kind = Word['kind'];
const KINDS = ['watched', 'banned', 'innocent'] as const satisfies readonly Kind[];

function useKindNames(): Readonly<Record<Kind, string>> {
  const { t } = useLingui();
  return {
    watched: t`Watched: held for review`,
    banned: t`Banned: refused`,
    innocent: t`Innocent: always allowed`,
  };
}

/** The word list. The chat holds messages with a watched word for review, and refuses messages with a banned word. */
export function WordsPage() {
  const { t } = useLingui();
  const names = useKindNames();
  const isLocked = useWritesLocked();
  const query = useQuery(staffQuery('GET /operator/chat/words', {}, 'chat'));
  const [write, isWriting] = useWrite('POST /operator/chat/words');
  const [word, setWord] = useState('');
  const [kind, setKind] = useState<Kind>('watched');
  const [shown, setShown] = useState('');
  const [change, setChange] = useState<{ word: string; kind: Kind | null } | null>(null);
  const ask = (event: FormEvent) => {
    event.preventDefault();
    if (word.trim() !== '') setChange({ word: word.trim(), kind });
  };
  const confirm = async (reason: string) => {
    if (change === null) return;
    const answer = await write({ body: { ...change, reason } });
    if (answer === null) return;
    setChange(null);
    setWord('');
    await queryClient.invalidateQueries({ queryKey: ['chat'] });
  };
  return (
    <Panel title={t`Words`} note={query.data?.length} className={styles.fill}>
      <form className={styles.form} onSubmit={ask}>
        <Field
          label={t`Word`}
          value={word}
          autoComplete="off"
          onChange={({ currentTarget }) => setWord(currentTarget.value)}
        />
        <SelectField
          label={t`Effect`}
          value={kind}
          options={KINDS.map((value) => ({ value, label: names[value] }))}
          onChange={({ currentTarget }) => setKind(currentTarget.value as Kind)}
        />
        <Button type="submit" icon={Plus} disabled={isLocked || isWriting}>
          <Trans>Add</Trans>
        </Button>
        <SelectField
          label={t`Show`}
          value={shown}
          options={[
            { value: '', label: t`All` },
            ...KINDS.map((value) => ({ value, label: names[value] })),
          ]}
          onChange={({ currentTarget }) => setShown(currentTarget.value)}
        />
      </form>
      <QueryView query={query}>
        {(words) => (
          <ul className={styles.words}>
            {words
              .filter((listed) => shown === '' || listed.kind === shown)
              .map((listed) => (
                <li key={listed.word} className={styles.word}>
                  <strong className={styles.who}>{listed.word}</strong>
                  <Chip>{listed.language.toUpperCase()}</Chip>
                  <Chip tone={listed.kind === 'watched' ? 'warn' : 'plain'}>
                    {names[listed.kind]}
                  </Chip>
                  <IconButton
                    icon={Trash2}
                    label={t`Take ${listed.word} off the list`}
                    disabled={isLocked}
                    onClick={() => setChange({ word: listed.word, kind: null })}
                  />
                </li>
              ))}
          </ul>
        )}
      </QueryView>
      {change === null ? null : (
        <ConfirmDialog
          title={change.kind === null ? t`Take this word off the list?` : names[change.kind]}
          description={<strong>{change.word}</strong>}
          asksReason
          action={change.kind === null ? t`Take off` : t`Add the word`}
          isBusy={isWriting}
          onConfirm={(reason) => void confirm(reason)}
          onClose={() => setChange(null)}
        />
      )}
    </Panel>
  );
}
