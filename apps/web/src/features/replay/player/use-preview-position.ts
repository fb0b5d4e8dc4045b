import { type RefObject, useEffect, useRef, useState } from 'react';

/** The slider's thumb moves within the track, half a thumb from both ends. */
const THUMB_HALF_PX = 8;
/** How long the preview of a key press stays. */
const BRIEF_MS = 1_500;

/** Returns the position under a pointer, in seconds. */
export function positionUnder(
  x: number,
  { left, width }: { readonly left: number; readonly width: number },
  toS: number,
): number {
  const track = Math.max(1, width - 2 * THUMB_HALF_PX);
  return Math.min(1, Math.max(0, (x - left - THUMB_HALF_PX) / track)) * toS;
}

interface PreviewPosition {
  /** `null` while there is nothing to preview. */
  readonly previewS: number | null;
  /** Previews a position that was not chosen by a pointer. */
  readonly showBriefly: (positionS: number) => void;
}

/** Follows the pointer, a dragging finger and the keys of a seek bar. */
export function usePreviewPosition(
  seek: RefObject<HTMLElement | null>,
  toS: number,
): PreviewPosition {
  const [previewS, setPreviewS] = useState<number | null>(null);
  const length = useRef(toS);
  length.current = toS;
  const hasPointer = useRef(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => {
    const element = seek.current;
    if (element === null) return;
    const listening = new AbortController();
    const { signal } = listening;
    const follow = ({ clientX }: PointerEvent) => {
      clearTimeout(timer.current);
      hasPointer.current = true;
      setPreviewS(positionUnder(clientX, element.getBoundingClientRect(), length.current));
    };
    const leave = () => {
      hasPointer.current = false;
      setPreviewS(null);
    };
    for (const name of ['pointerdown', 'pointermove'] as const) {
      element.addEventListener(name, follow, { signal });
    }
    for (const name of ['pointerleave', 'pointercancel'] as const) {
      element.addEventListener(name, leave, { signal });
    }
    element.addEventListener('pointerup', (event) => event.pointerType !== 'mouse' && leave(), {
      signal,
    });
    return () => {
      listening.abort();
      clearTimeout(timer.current);
    };
  }, [seek]);
  const showBriefly = (positionS: number) => {
    if (hasPointer.current) return;
    clearTimeout(timer.current);
    setPreviewS(positionS);
    timer.current = setTimeout(() => setPreviewS(null), BRIEF_MS);
  };
  return { previewS, showBriefly };
}
