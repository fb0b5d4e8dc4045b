import { type Figure, formatGoal, formatValue, meets } from '../figure.ts';

const ROW_HEIGHT = 30;
const LABEL_WIDTH = 250;
const BAR_WIDTH = 330;
const VALUE_WIDTH = 180;
/** A figure at its goal fills half of the bar width; a figure at twice its goal or beyond fills all of it. */
const GOAL_SHARE = 0.5;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };
const escapeXml = (text: string): string =>
  text.replace(/[&<>]/g, (sign) => ENTITIES[sign] ?? sign);

function drawRow(figure: Figure, index: number): string {
  const y = index * ROW_HEIGHT;
  const share = figure.goal === 0 ? 0 : figure.value / figure.goal;
  const width = Math.round(Math.min(1, Math.max(0, share) * GOAL_SHARE) * BAR_WIDTH);
  const kind = meets(figure) ? 'ok' : 'short';
  const value = `${formatValue(figure)} (goal ${formatGoal(figure)})`;
  return [
    `<text x="${LABEL_WIDTH - 10}" y="${y + 19}" text-anchor="end">${escapeXml(figure.id)}</text>`,
    `<rect class="${kind}" x="${LABEL_WIDTH}" y="${y + 6}" width="${width}" height="18" rx="3"/>`,
    `<text x="${LABEL_WIDTH + BAR_WIDTH + 10}" y="${y + 19}">${escapeXml(value)}</text>`,
  ].join('\n');
}

/**
 * Draws the figures of a bench as bars in proportion to their goals, with a line at the goal. The colours are readable on
 * light and dark pages.
 *
 * @returns an SVG document
 */
export function drawChart(title: string, figures: readonly Figure[]): string {
  const width = LABEL_WIDTH + BAR_WIDTH + VALUE_WIDTH;
  const height = figures.length * ROW_HEIGHT;
  const goalX = LABEL_WIDTH + BAR_WIDTH * GOAL_SHARE;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" role="img">
<title>${escapeXml(title)}</title>
<style>
text { font: 13px system-ui, sans-serif; fill: #7d8590; }
.ok { fill: #2f9e44; }
.short { fill: #e8590c; }
line { stroke: #7d8590; stroke-dasharray: 4 3; }
</style>
${figures.map(drawRow).join('\n')}
<line x1="${goalX}" y1="0" x2="${goalX}" y2="${height}"/>
</svg>
`;
}
