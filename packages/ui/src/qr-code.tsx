import { useMemo } from 'react';
import styles from './qr-code.module.css';
import { qrMatrix, qrPath } from './qr-matrix.ts';

interface QrCodeProps {
  readonly payload: string;
  /** For who cannot see it: what it is for. */
  readonly label: string;
}

/** A QR code as wide as its place, black on white whatever the theme: phones read nothing else as well. */
export function QrCode({ payload, label }: QrCodeProps) {
  const { size, path } = useMemo(() => {
    const matrix = qrMatrix(payload);
    return { size: matrix.length, path: qrPath(matrix) };
  }, [payload]);
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className={styles.code}
    >
      <path d={path} />
    </svg>
  );
}
