const LINE = /^([A-Za-z]{3})\s*[=:\s]\s*((?:0|[1-9]\d{0,11})(?:\.\d{1,12})?)$/;

/** Parses rates typed one per line, such as `USD 0.0281`. Returns `null` if a line is invalid or a currency repeats. */
export function parseRates(text: string): { code: string; rate: string }[] | null {
  const lines = text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [line.trim()]));
  const rates = lines.map((line) => {
    const [, code = '', rate = ''] = LINE.exec(line) ?? [];
    return { code: code.toUpperCase(), rate };
  });
  const isWhole = rates.every(({ rate }) => /[1-9]/.test(rate));
  const codes = new Set(rates.map(({ code }) => code));
  return rates.length > 0 && isWhole && codes.size === rates.length ? rates : null;
}
