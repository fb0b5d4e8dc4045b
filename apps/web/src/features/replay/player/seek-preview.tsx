import { findFrame, sheetName } from '@sangwian/contract/rules/storyboard';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { formatPosition } from './format-position.ts';
import styles from './seek-preview.module.css';
import { type SeekBar, usePreviewPosition } from './use-preview-position.ts';

/** Sheets on each side of the previewed one that are loaded in advance: ten minutes. */
const NEAR_SHEETS = 2;

const sheetUrl = (url: string, sheet: number): string => url.replace(/[^/]*$/, sheetName(sheet));

export interface SeekPreviewProps extends SeekBar {
  /** The playlist's URL. */
  readonly url: string | null | undefined;
  /** Later positions have no frame, because it could reveal a result. */
  readonly untilS: number;
}

/** Loads the sheets around a position, which then show without a request. */
function useNearSheets(url: string, sheet: number, lastSheet: number): void {
  useEffect(() => {
    for (let near = sheet - NEAR_SHEETS; near <= sheet + NEAR_SHEETS; near += 1) {
      if (near >= 0 && near <= lastSheet) new Image().src = sheetUrl(url, near);
    }
  }, [url, sheet, lastSheet]);
}

interface FrameProps {
  readonly url: string;
  readonly positionS: number;
  readonly lastS: number;
}

/** Shows nothing until the sheet is loaded, or if the replay has no storyboard. */
function Frame({ url, positionS, lastS }: FrameProps) {
  const image = useRef<HTMLImageElement>(null);
  const [loaded, setLoaded] = useState<string | null>(null);
  const { sheet, column, row } = findFrame(positionS);
  useNearSheets(url, sheet, findFrame(lastS).sheet);
  // Set by script, because the page's CSP forbids style attributes.
  useLayoutEffect(() => {
    image.current?.style.setProperty('--column', String(column));
    image.current?.style.setProperty('--row', String(row));
  }, [column, row]);
  const address = sheetUrl(url, sheet);
  return (
    <span className={styles.frame} hidden={loaded !== address}>
      <img
        ref={image}
        src={address}
        alt=""
        className={styles.sheet}
        onLoad={() => setLoaded(address)}
        onError={() => setLoaded(null)}
      />
    </span>
  );
}

/** The time and the frame of a position, above the seek bar. The slider announces the time to screen readers. */
export function SeekPreview({ url, untilS, ...bar }: SeekPreviewProps) {
  const box = useRef<HTMLSpanElement>(null);
  const previewS = usePreviewPosition(bar);
  const { toS } = bar;
  useLayoutEffect(() => {
    if (previewS === null) return;
    box.current?.style.setProperty('--share', String(Math.min(1, previewS / toS)));
  }, [previewS, toS]);
  if (previewS === null) return null;
  return (
    <span ref={box} className={styles.preview} aria-hidden="true">
      {url == null || previewS > untilS ? null : (
        <Frame url={url} positionS={previewS} lastS={Math.min(toS, untilS)} />
      )}
      <span className={styles.time}>{formatPosition(previewS)}</span>
    </span>
  );
}
