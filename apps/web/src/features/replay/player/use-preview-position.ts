import { type RefObject, useEffect, useRef, useState } from 'react';

/** The slider's thumb moves within the track, half a thumb from both ends. */
const THUMB_HALF_PX = 8;
/** How long the preview of a key press stays. */
const KEY_MS = 1_500;

/** Returns the position under a pointer, in seconds. */
export function positionUnder(
  x: number,
  { left, width }: { readonly left: number; readonly width: number },
  toS: number,
): number {
  const track = Math.max(1, width - 2 * THUMB_HALF_PX);
  return Math.min(1, Math.max(0, (x - left - THUMB_HALF_PX) / track)) * toS;
}

export interface SeekBar {
  readonly seek: RefObject<HTMLElement | null>;
  /** The event that requested the previews. A resting mouse sends no second one. */
  readonly first: Event;
  /** The position at the right end of the bar, in seconds. */
  readonly toS: number;
}

/** Follows the mouse, a dragging finger and the keys of a seek bar. Returns `null` while there is nothing to preview. */
export function usePreviewPosition({ seek, first, toS }: SeekBar): number | null {
  const [previewS, setPreviewS] = useState<number | null>(null);
  const length = useRef(toS);
  length.current = toS;
  useEffect(() => {
    const element = seek.current;
    if (element === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let byKey = !(first instanceof PointerEvent);
    const follow = ({ clientX }: PointerEvent) => {
      clearTimeout(timer);
      byKey = false;
      setPreviewS(positionUnder(clientX, element.getBoundingClientRect(), length.current));
    };
    const leave = () => setPreviewS(null);
    const lift = ({ pointerType }: PointerEvent) => pointerType !== 'mouse' && leave();
    const onInput = ({ target }: Event) => {
      if (!byKey || !(target instanceof HTMLInputElement)) return;
      clearTimeout(timer);
      setPreviewS(target.valueAsNumber);
      timer = setTimeout(leave, KEY_MS);
    };
    const onKey = () => {
      byKey = true;
    };
    const listening = new AbortController();
    const { signal } = listening;
    element.addEventListener('pointerdown', follow, { signal });
    element.addEventListener('pointermove', follow, { signal });
    element.addEventListener('pointerleave', leave, { signal });
    element.addEventListener('pointercancel', leave, { signal });
    element.addEventListener('pointerup', lift, { signal });
    element.addEventListener('keydown', onKey, { signal });
    element.addEventListener('input', onInput, { signal });
    const rests = first instanceof PointerEvent && first.pointerType === 'mouse';
    if (rests && element.matches(':hover')) follow(first);
    return () => {
      listening.abort();
      clearTimeout(timer);
    };
  }, [seek, first]);
  return previewS;
}
