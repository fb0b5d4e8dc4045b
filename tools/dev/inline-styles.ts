import type { EnvironmentModuleNode, ViteDevServer } from 'vite';

/** Imported by the browser's entry alone; before all others, which override it. */
const GLOBAL = '/src/app/global.css';

/** Every module that `entry` has loaded so far, itself included. */
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
 * Returns the styles of the rendered page as tags, so that it is not shown without them until its scripts run. Vite's
 * client finds them by their id and replaces them from then on.
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
