import { useMemo } from 'react';
import styles from './qr-code.module.css';
import { qrMatrix, qrPath } from './qr-matrix.ts';

interface QrCodeProps {
  readonly payload: string;
  /** Accessible name. */
  readonly label: string;
}

/** A QR code of full width, black on white in every theme, which phones read best. */
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
