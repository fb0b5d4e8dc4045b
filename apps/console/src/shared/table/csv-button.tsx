import { Trans } from '@lingui/react/macro';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { loadErrorText } from '../api/error-text.ts';
import { useLanguage } from '../language/language.ts';
import { saveFile } from '../save-file.ts';
import { showToast } from '../toasts/toasts.ts';
import { Button } from '../ui/button.tsx';

/** Byte order mark. Without it Excel does not read the file as UTF-8, and Thai is unreadable. */
const BYTE_ORDER_MARK = '\u{feff}';

interface CsvButtonProps {
  readonly fileName: string;
  /** Reads the content of the file, for example with `callStaff('GET /operator/…/csv', …)`. */
  readonly read: () => Promise<string>;
}

/** Saves a list as a CSV file. */
export function CsvButton({ fileName, read }: CsvButtonProps) {
  const language = useLanguage();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    setBusy(true);
    try {
      const text = await read();
      const whole = text.startsWith(BYTE_ORDER_MARK) ? text : `${BYTE_ORDER_MARK}${text}`;
      saveFile(new Blob([whole], { type: 'text/csv;charset=utf-8' }), fileName);
    } catch (error) {
      showToast('problem', await loadErrorText(error, language));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Button
      variant="quiet"
      size="small"
      icon={Download}
      disabled={isBusy}
      onClick={() => void save()}
    >
      <Trans>CSV</Trans>
    </Button>
  );
}
