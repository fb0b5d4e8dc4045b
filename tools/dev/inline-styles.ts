import type { EnvironmentModuleNode, ViteDevServer } from 'vite';

/** The global styles, which only the browser's entry imports. They come first, because other styles override them. */
const GLOBAL = '/src/app/global.css';

/** Returns the modules that `entry` has loaded so far, including itself. */
function loadedModules(vite: ViteDevServer, entry: string): EnvironmentModuleNode[] {
  const graph = vite.environments.ssr.moduleGraph;
  const found = new Set<EnvironmentModuleNode>();
  const visit = (module: EnvironmentModuleNode | undefined): void => {
    if (module === undefined || found.has(module)) return;
    found.add(module);
    for (const imported of module.importedModules) visit(imported);
  };
  for (const module of graph.getModulesByFile(`${vite.config.root}${entry}`) ?? []) visit(module);
  return [...found];
}

/**
 * Returns the styles of a rendered page as `<style>` tags, so that the page is styled before its scripts run. Vite's
 * client later replaces the tags by their id.
 */
export async function inlineStyles(vite: ViteDevServer, entry: string): Promise<string> {
  const files = loadedModules(vite, entry).flatMap(({ file }) =>
    file?.endsWith('.css') === true ? [file] : [],
  );
  const tags = await Promise.all(
    [...new Set([`${vite.config.root}${GLOBAL}`, ...files])].map(async (file) => {
      const { default: css } = await vite.ssrLoadModule(`${file}?inline`);
      return `<style data-vite-dev-id="${file}">${css as string}</style>`;
    }),
  );
  return tags.join('');
}
