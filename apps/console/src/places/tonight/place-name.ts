import { useLingui } from '@lingui/react/macro';

/** Returns the name of a colleague's current place from the first segment of its URL. */
export function usePlaceName(): (place: string) => string {
  const { t } = useLingui();
  const names: Readonly<Record<string, string>> = {
    tonight: t`Tonight`,
    programme: t`Programme`,
    members: t`Members`,
    money: t`Money`,
    chat: t`Chat`,
    catalogue: t`Catalogue`,
    game: t`Game`,
    staff: t`Staff`,
    health: t({ message: 'Health', context: 'of the system' }),
    switches: t`Switches`,
    account: t`Own account`,
  };
  return (place) => names[place] ?? t`At the console`;
}
