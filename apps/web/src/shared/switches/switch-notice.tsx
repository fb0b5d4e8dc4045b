import type { SwitchName } from '@sangwian/contract/endpoints/site';
import { Notice } from '@sangwian/ui/notice';
import { useLanguage } from '../language/use-language.ts';
import { useSwitchedOff } from './site-state.ts';

/** The reason why a part of the site is switched off, in place of it; empty while it is on. */
export function SwitchNotice({ name }: { readonly name: SwitchName }) {
  const reason = useSwitchedOff(name);
  const { text } = useLanguage();
  return <Notice tone="danger">{reason === null ? null : text(reason)}</Notice>;
}
