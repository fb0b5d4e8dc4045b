import { Marked, type Token } from 'marked';
import type { Plugin } from 'vite';

/** A policy in one language, rendered at build time, so that the browser needs no Markdown parser. */
export interface PolicyText {
  readonly title: string;
  /** One sentence, for search engines and link cards. */
  readonly summary: string;
  /** The day from which it applies, `YYYY-MM-DD`. */
  readonly updated: string;
  readonly sections: readonly PolicySection[];
  readonly html: string;
}

/** A heading of the text. Its `id` for links is the same in both languages. */
export interface PolicySection {
  readonly id: string;
  readonly title: string;
}

const FRONT = /^---\n([\s\S]*?)\n---\n/;
const KEYS = ['title', 'summary', 'updated'] as const;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

function readFront(source: string): Record<(typeof KEYS)[number], string> {
  const block = FRONT.exec(source)?.[1] ?? '';
  const lines = block.split('\n').map((line) => line.split(/:\s+(.*)/s, 2));
  const entries = new Map(lines.map(([key = '', value = '']) => [key, value.trim()]));
  const [title = '', summary = '', updated = ''] = KEYS.map((key) => entries.get(key));
  if (title === '' || summary === '') throw new Error('The text has no title or no summary');
  if (!DAY.test(updated)) throw new Error(`"updated" is not a day: ${updated}`);
  return { title, summary, updated };
}

const plainText = (tokens: readonly Token[]): string =>
  tokens
    .map((token) => ('tokens' in token && token.tokens ? plainText(token.tokens) : token.raw))
    .join('');

/**
 * Renders a policy from its Markdown with the three lines `title`, `summary` and `updated` above it.
 *
 * @throws {Error} if one of them is missing
 */
export function drawPolicy(source: string): PolicyText {
  const front = readFront(source);
  const sections: PolicySection[] = [];
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      heading({ tokens, depth }) {
        const title = this.parser.parseInline(tokens);
        if (depth !== 2) return `<h${depth}>${title}</h${depth}>\n`;
        const id = `section-${sections.length + 1}`;
        sections.push({ id, title: plainText(tokens) });
        return `<h2 id="${id}">${title}</h2>\n`;
      },
    },
  });
  const html = marked.parse(source.replace(FRONT, ''), { async: false });
  return { ...front, sections, html };
}

/** Converts an imported policy from Markdown to a `PolicyText`. */
export function policyTexts(): Plugin {
  return {
    name: 'policy-texts',
    transform: {
      filter: { id: /\.md$/ },
      handler: (source) => ({
        code: `export const text = ${JSON.stringify(drawPolicy(source))};`,
        moduleType: 'js',
        map: null,
      }),
    },
  };
}
