import type { SwitchName } from '@sangwian/contract/endpoints/site';
import { Notice } from '@sangwian/ui/notice';
import { useLanguage } from '../language/use-language.ts';
import { useSwitchedOff } from './site-state.ts';

/** Replaces a part of the site that is switched off by the reason. Renders nothing while the part is on. */
export function SwitchNotice({ name }: { readonly name: SwitchName }) {
  const reason = useSwitchedOff(name);
  const { text } = useLanguage();
  return <Notice tone="danger">{reason === null ? null : text(reason)}</Notice>;
}
