import { useLingui } from '@lingui/react/macro';
import { useBackCloses } from '@sangwian/ui/back-layers';
import { IconButton } from '@sangwian/ui/button';
import { SlidersHorizontal } from 'lucide-react';
import { lazy, Suspense, useEffect, useId, useRef, useState } from 'react';
import styles from './settings-menu.module.css';
import type { SettingsPanelProps } from './settings-panel.tsx';

const LazySettingsPanel = lazy(async () => ({
  default: (await import('./settings-panel.tsx')).SettingsPanel,
}));

interface SettingsMenuProps extends SettingsPanelProps {
  /** Called when the menu opens or closes; the controls stay visible while it is open. */
  readonly onOpenChange: (open: boolean) => void;
}

/** The settings button with its menu. */
export function SettingsMenu({ onOpenChange, ...panel }: SettingsMenuProps) {
  const { t } = useLingui();
  const id = useId();
  const place = useRef<HTMLDivElement>(null);
  const [open, setOpen] = useState(false);

  useBackCloses(() => setOpen(false), open);
  useEffect(() => {
    onOpenChange(open);
    if (!open) return;
    const onPointer = (event: PointerEvent) => {
      if (!place.current?.contains(event.target as Node)) setOpen(false);
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      place.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', onPointer);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', onPointer);
      document.removeEventListener('keydown', onKey);
    };
  }, [open, onOpenChange]);

  return (
    <div ref={place} className={styles.place}>
      <IconButton
        label={t`Settings`}
        aria-expanded={open}
        aria-controls={id}
        onClick={() => setOpen(!open)}
      >
        <SlidersHorizontal aria-hidden="true" size={20} />
      </IconButton>
      <div id={id} className={styles.menu} hidden={!open}>
        <Suspense>{open ? <LazySettingsPanel {...panel} /> : null}</Suspense>
      </div>
    </div>
  );
}
