import { Marked } from 'marked';
import type { Plugin } from 'vite';

/** A runbook, rendered at build time, so that the browser needs no Markdown parser. */
export interface Runbook {
  readonly title: string;
  readonly html: string;
}

const TITLE = /^# (.+)\n/;
const RUNBOOK = /^([\w-]+)\.md$/;
const WEB = /^https:\/\//;

/**
 * Renders a runbook from its Markdown. Links to other runbooks lead to the console's pages; other files of the repository
 * are named, since an operator cannot open them.
 *
 * @throws {Error} if the title is missing
 */
export function drawRunbook(source: string): Runbook {
  const title = TITLE.exec(source)?.[1];
  if (title === undefined) throw new Error('The runbook has no title');
  const marked = new Marked({ gfm: true });
  marked.use({
    renderer: {
      link({ href, tokens }) {
        const text = this.parser.parseInline(tokens);
        const name = RUNBOOK.exec(href)?.[1];
        if (name !== undefined) return `<a href="/console/health/runbooks/${name}">${text}</a>`;
        return WEB.test(href) ? `<a href="${href}" rel="noreferrer">${text}</a>` : text;
      },
      table(token) {
        // A wide table is a scroll area of its own, which the keyboard can scroll.
        const row = (
          cells: readonly { tokens: (typeof token.header)[number]['tokens'] }[],
          tag: string,
        ) =>
          `<tr>${cells.map((cell) => `<${tag}>${this.parser.parseInline(cell.tokens)}</${tag}>`).join('')}</tr>`;
        const body = token.rows.map((cells) => row(cells, 'td')).join('');
        return `<div class="table" role="group" tabindex="0"><table><thead>${row(token.header, 'th')}</thead><tbody>${body}</tbody></table></div>`;
      },
    },
  });
  return { title, html: marked.parse(source.replace(TITLE, ''), { async: false }) };
}

/** Converts an imported runbook from Markdown to a `Runbook`. */
export const runbooks = (): Plugin => ({
  name: 'runbooks',
  transform: {
    filter: { id: /\/docs\/runbooks\/[\w-]+\.md$/ },
    handler: (source) => ({
      code: `export const runbook = ${JSON.stringify(drawRunbook(source))};`,
      moduleType: 'js',
      map: null,
    }),
  },
});
