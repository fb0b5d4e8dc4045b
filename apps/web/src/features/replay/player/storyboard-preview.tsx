import { findFrame, sheetName } from '@sangwian/contract/rules/storyboard';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatPosition } from './format-position.ts';
import styles from './storyboard-preview.module.css';

/** Sheets on each side of the previewed one that are loaded in advance: ten minutes. */
const NEAR_SHEETS = 2;

const sheetUrl = (url: string, sheet: number): string => url.replace(/[^/]*$/, sheetName(sheet));

interface StoryboardPreviewProps {
  /** The playlist's URL. */
  readonly url: string | null;
  /** `null` hides the preview. */
  readonly positionS: number | null;
  /** The position at the right end of the bar. */
  readonly toS: number;
  /** Later positions have no frame, because it could reveal a result. */
  readonly untilS: number;
}

/** Loads the sheets around a position, which then show without a request. */
function useNearSheets(url: string | null, sheet: number | null, lastSheet: number): void {
  useEffect(() => {
    if (url === null || sheet === null) return;
    for (let near = sheet - NEAR_SHEETS; near <= sheet + NEAR_SHEETS; near += 1) {
      if (near >= 0 && near <= lastSheet) new Image().src = sheetUrl(url, near);
    }
  }, [url, sheet, lastSheet]);
}

/** The frame of a position above the seek bar. Shows nothing if the replay has no storyboard. */
export function StoryboardPreview({ url, positionS, toS, untilS }: StoryboardPreviewProps) {
  const box = useRef<HTMLSpanElement>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const place = positionS === null ? null : findFrame(positionS);
  const lastSheet = findFrame(Math.min(toS, untilS)).sheet;
  useNearSheets(url, place?.sheet ?? null, lastSheet);
  // Set by script, because the page's CSP forbids style attributes.
  useLayoutEffect(() => {
    if (positionS === null || place === null) return;
    const style = box.current?.style;
    style?.setProperty('--share', String(Math.min(1, positionS / toS)));
    style?.setProperty('--column', String(place.column));
    style?.setProperty('--row', String(place.row));
  });
  if (url === null || positionS === null || place === null || positionS > untilS) return null;
  const address = sheetUrl(url, place.sheet);
  return (
    <span ref={box} className={styles.preview} aria-hidden="true" hidden={loaded !== address}>
      <span className={styles.frame}>
        <img
          src={address}
          alt=""
          className={styles.sheet}
          onLoad={() => setLoaded(address)}
          onError={() => setLoaded(null)}
        />
      </span>
      <span className={styles.time}>{formatPosition(positionS)}</span>
    </span>
  );
}
