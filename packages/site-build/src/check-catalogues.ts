import { getCatalogs } from '@lingui/cli/api';
import { getConfig } from '@lingui/conf';

/**
 * Compares the catalogues with the messages of the source: an unextracted message would build and be shown in English.
 * Also refuses two translations of one message: pages load several catalogues and the server all of them, so the result
 * would depend on their order.
 *
 * @param root the folder of the app
 * @param workspace its name, such as `@sangwian/web`
 * @throws {Error} naming the messages and the command that updates the catalogues
 */
export async function checkCatalogues(root: string, workspace: string): Promise<void> {
  const config = getConfig({ cwd: root });
  const translated = new Map<string, string>();
  for (const catalog of await getCatalogs(config)) {
    const collected = await catalog.collect();
    if (!collected) throw new Error('The messages of the source could not be read');
    for (const locale of config.locales) {
      const kept = (await catalog.read(locale)) ?? {};
      for (const [id, { message, translation }] of Object.entries(kept)) {
        const known = translated.get(`${locale} ${id}`);
        if (translation && known !== undefined && known !== translation) {
          throw new Error(
            `"${message ?? id}" has two translations in ${locale}: "${known}", "${translation}"`,
          );
        }
        if (translation) translated.set(`${locale} ${id}`, translation);
      }
      const missing = Object.keys(collected).filter((id) => !(id in kept));
      const unused = Object.keys(kept).filter((id) => !(id in collected));
      if (missing.length + unused.length === 0) continue;
      const sentence = (id: string) => collected[id]?.message ?? kept[id]?.message ?? id;
      throw new Error(
        [
          `src/locales/${locale}.po differs from the source: run \`npm run extract -w ${workspace}\`, then translate`,
          ...missing.map((id) => `  missing: ${sentence(id)}`),
          ...unused.map((id) => `  unused:  ${sentence(id)}`),
        ].join('\n'),
      );
    }
  }
}
