import type { Bilingual } from '@sangwian/contract/endpoints/live';
import type { NameKind } from '@sangwian/contract/endpoints/operator/roster';
import { useQuery } from '@tanstack/react-query';
import { callStaff } from '../../shared/api/call-staff.ts';
import { useLanguage } from '../../shared/language/language.ts';

/** Maximum number of gyms, divisions, stadiums or promotions in a form's list. Promoters have fewer. */
const NAMES_MAX = 100;

/** Returns a function that picks a name in the displayed language. */
export function useNameOf(): (name: Bilingual) => string {
  const language = useLanguage();
  return (name) => (language === 'TH' ? name.th : name.en);
}

/** Reads the options of a form's list: gyms, divisions, stadiums or promotions. */
export function useNameOptions(kind: NameKind) {
  const nameOf = useNameOf();
  const { data } = useQuery({
    queryKey: ['programme', 'names', kind],
    queryFn: async () => {
      const items = [];
      let cursor: string | undefined;
      do {
        const page = await callStaff('GET /operator/name/{kind}', {
          params: { kind },
          query: { limit: NAMES_MAX, cursor },
        });
        items.push(...page.data);
        cursor = page.next_cursor ?? undefined;
      } while (cursor !== undefined);
      return items;
    },
  });
  return (data ?? []).map(({ id, name }) => ({ value: id, label: nameOf(name) }));
}
