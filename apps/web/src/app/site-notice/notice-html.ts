import type { SiteNotice, SiteState } from '@sangwian/contract/endpoints/site';
import { hashOf } from '../server-document.ts';
import { isShownAt, NOTICE_ID, NOTICE_KEY } from './notice-rules.ts';

const escapeHtml = (text: string): string =>
  text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/**
 * The script of the notice. It handles the close button, and removes a dismissed notice before the first paint, so that
 * the page does not move. The script is inline and not part of React, so that pages without a notice load no code for
 * it.
 */
const SCRIPT = `(n=>{let s;try{s=localStorage}catch{}n.dataset.level!='warning'&&s&&s.getItem('${NOTICE_KEY}')==n.dataset.version&&n.remove();n.addEventListener('click',e=>{if(e.target.closest('button')){n.remove();try{s.setItem('${NOTICE_KEY}',n.dataset.version)}catch{}}})})(document.getElementById('${NOTICE_ID}'))`;

/** The style of the notice. Inlined with the notice, so that pages without a notice do not load the style. */
const STYLE = `#${NOTICE_ID}{display:flex;gap:12px;align-items:center;justify-content:center;padding:8px 16px;border-bottom:1px solid var(--line-strong);background:var(--bg-2);color:var(--fg-1);font-weight:500;line-height:var(--lh-ui)}#${NOTICE_ID}[data-level=warning]{border-color:var(--gold-400);background:var(--gold-400);color:var(--on-gold)}#${NOTICE_ID} p{margin:0;min-width:0;overflow-wrap:anywhere}#${NOTICE_ID} button{flex:none;min-width:44px;min-height:44px;padding:0 12px;border:1px solid;border-radius:var(--r-2);background:none;color:inherit;font:inherit;cursor:pointer}html:lang(th) #${NOTICE_ID} [lang=en],html:lang(en) #${NOTICE_ID} [lang=th]{display:none}`;

/** The Content-Security-Policy hashes of the notice's style and script. */
export const NOTICE_HASHES = { style: hashOf(STYLE), script: hashOf(SCRIPT) } as const;

/** Returns the text in both languages. The style shows only the language of the document. */
const bilingual = ({ th, en }: SiteNotice['text']): string =>
  `<span lang="th">${escapeHtml(th)}</span><span lang="en">${escapeHtml(en)}</span>`;

/** Returns the HTML of the notice above the page; empty without a notice. */
export function noticeHtml({ notice }: SiteState, now: Date): string {
  if (notice === null || !isShownAt(notice, now.getTime())) return '';
  const { version, level, text } = notice;
  const close =
    level === 'warning'
      ? ''
      : `<button type="button">${bilingual({ th: 'ปิด', en: 'Close' })}</button>`;
  return `<style>${STYLE}</style><aside id="${NOTICE_ID}" data-version="${version}" data-level="${level}"><p>${bilingual(text)}</p>${close}</aside><script>${SCRIPT}</script>`;
}
