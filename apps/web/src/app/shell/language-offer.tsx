import type { I18n } from '@lingui/core';
import type { Language } from '@sangwian/i18n/language';
import { Button, IconButton } from '@sangwian/ui/button';
import { Languages, X } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { languageStore } from '../../shared/language/language-store.ts';
import { offeredLanguage } from '../../shared/language/offered-language.ts';
import { switchLanguage } from '../../shared/language/switch-language.ts';
import styles from './update-notice.module.css';

/** In the offered language, whose catalogue is not loaded. */
const WORDS: Readonly<Record<Language, { question: string; accept: string; close: string }>> = {
  TH: { question: 'อ่านสังเวียนเป็นภาษาไทยไหม', accept: 'เปลี่ยนเป็นภาษาไทย', close: 'ปิด' },
  EN: { question: 'Read Sangwian in English?', accept: 'Switch to English', close: 'Close' },
};

interface LanguageOfferProps {
  readonly language: Language;
  readonly onAccept: () => void;
  readonly onClose: () => void;
}

function LanguageOffer({ language, onAccept, onClose }: LanguageOfferProps) {
  const { question, accept, close } = WORDS[language];
  return (
    <aside lang={language.toLowerCase()} aria-label={question} className={styles.place}>
      <div className={styles.notice}>
        <Languages size={20} aria-hidden="true" />
        <p className={styles.text}>{question}</p>
        <Button size="small" variant="primary" onClick={onAccept}>
          {accept}
        </Button>
        <IconButton label={close} onClick={onClose}>
          <X size={18} aria-hidden="true" />
        </IconButton>
      </div>
    </aside>
  );
}

/**
 * Offers the browser's language above the page. The offer has a root of its own, so that pages without it load no code
 * for it. It ends with the fan's answer, or when the fan changes the language elsewhere.
 */
export function offerLanguage(i18n: I18n): void {
  const language = offeredLanguage(navigator.languages, languageStore.get());
  if (language === null) return;
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const end = () => {
    unsubscribe();
    root.unmount();
    place.remove();
  };
  const unsubscribe = languageStore.subscribe(end);
  // If the catalogue cannot be loaded, the offer stays.
  const accept = () => void switchLanguage(i18n, language).catch(() => {});
  root.render(<LanguageOffer language={language} onAccept={accept} onClose={end} />);
}
