import { Trans } from '@lingui/react/macro';
import { Megaphone, TriangleAlert } from 'lucide-react';
import layout from '../../shared/ui/place.module.css';
import styles from './switches-place.module.css';

interface FansPreviewProps {
  readonly text: { readonly th: string; readonly en: string };
  /** Where fans see the sentence. */
  readonly where: string;
  readonly level?: 'information' | 'warning';
}

/** Shows the sentence as fans see it, in both languages. */
export function FansPreview({ text, where, level = 'warning' }: FansPreviewProps) {
  const Icon = level === 'warning' ? TriangleAlert : Megaphone;
  return (
    <figure className={styles.preview}>
      <figcaption className={layout.weak}>
        <Trans>Fans read, {where}:</Trans>
      </figcaption>
      {(['th', 'en'] as const).map((language) => (
        <p key={language} lang={language} className={styles.sentence} data-level={level}>
          <Icon size={16} aria-hidden="true" />
          <span>{text[language].trim() || '…'}</span>
        </p>
      ))}
    </figure>
  );
}
