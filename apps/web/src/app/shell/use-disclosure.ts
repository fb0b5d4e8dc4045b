import { useBackCloses } from '@sangwian/ui/back-layers';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router';

interface Disclosure<Element extends HTMLElement> {
  readonly open: boolean;
  readonly toggle: () => void;
  readonly close: () => void;
  /** The element that contains the button and the panel. */
  readonly place: RefObject<Element | null>;
}

/**
 * The state of a panel below a button. The panel closes on Escape, by Back, on a click or focus elsewhere, and when
 * the route changes. Escape returns the focus to the button.
 */
export function useDisclosure<Element extends HTMLElement = HTMLDivElement>(): Disclosure<Element> {
  const place = useRef<Element>(null);
  const { key } = useLocation();
  const [openedAt, setOpenedAt] = useState<string | null>(null);
  const open = openedAt === key;
  useBackCloses(() => setOpenedAt(null), open);

  useEffect(() => {
    if (!open) return;
    const close = () => setOpenedAt(null);
    const leave = (event: Event) => {
      if (event.target instanceof Node && !place.current?.contains(event.target)) close();
    };
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      close();
      place.current?.querySelector('button')?.focus();
    };
    document.addEventListener('pointerdown', leave);
    document.addEventListener('focusin', leave);
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('pointerdown', leave);
      document.removeEventListener('focusin', leave);
      document.removeEventListener('keydown', onKey);
    };
  }, [open]);

  return {
    open,
    toggle: () => setOpenedAt(open ? null : key),
    close: () => setOpenedAt(null),
    place,
  };
}
