import { qrMatrix } from '@sangwian/ui/qr-matrix';
import { saveFile } from '../../../shared/save-file.ts';

const SIDE_PX = 900;
const LINE_PX = 56;
const PADDING_PX = 48;
const TITLE_FONT = '700 44px system-ui, sans-serif';
const LINE_FONT = '500 32px system-ui, sans-serif';

interface QrPicture {
  readonly payload: string;
  /** The text above the code. */
  readonly title: string;
  /** The lines below the code: amount, reference and deadline. */
  readonly lines: readonly string[];
}

/** Draws an image of the QR code that a banking app can open. Rejects without canvas support. */
async function drawPicture({ payload, title, lines }: QrPicture): Promise<Blob> {
  const matrix = qrMatrix(payload);
  // A whole number of pixels per module keeps the edges sharp.
  const module_px = Math.floor(SIDE_PX / matrix.length);
  const code_px = module_px * matrix.length;
  const canvas = document.createElement('canvas');
  canvas.width = SIDE_PX + 2 * PADDING_PX;
  canvas.height = code_px + (lines.length + 2) * LINE_PX + 2 * PADDING_PX;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('no canvas');
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.fillStyle = '#000';
  const left = Math.floor((canvas.width - code_px) / 2);
  const top = PADDING_PX + LINE_PX;
  for (const [y, row] of matrix.entries()) {
    for (const [x, dark] of row.entries()) {
      if (dark) context.fillRect(left + x * module_px, top + y * module_px, module_px, module_px);
    }
  }
  context.textAlign = 'center';
  context.font = TITLE_FONT;
  context.fillText(title, canvas.width / 2, PADDING_PX + LINE_PX / 2);
  context.font = LINE_FONT;
  for (const [index, line] of lines.entries()) {
    context.fillText(line, canvas.width / 2, top + code_px + (index + 1) * LINE_PX);
  }
  return new Promise((resolve, reject) => {
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('no picture'))), 'image/png');
  });
}

/** On iOS, banking apps open images from the photo library, and only the share sheet can save there. */
const isApple = (): boolean => /iPhone|iPad|iPod/.test(navigator.userAgent);

/** Offers the file to the share sheet. Returns whether it opened, even if the fan closed it. */
async function share(file: File): Promise<boolean> {
  if (!isApple() || !navigator.canShare?.({ files: [file] })) return false;
  try {
    await navigator.share({ files: [file] });
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}

/** Saves a QR code as an image. Rejects on failure. */
export async function saveQrPicture(picture: QrPicture, fileName: string): Promise<void> {
  const file = new File([await drawPicture(picture)], fileName, { type: 'image/png' });
  if (!(await share(file))) saveFile(file, fileName);
}
