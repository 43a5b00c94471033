import type { Plugin, Rolldown } from 'vite';

/** Modules that a page loads on demand, by the first part of its address. */
const pages: Readonly<Record<string, readonly string[]>> = {
  edit: ['features/editor/editor-page.tsx', 'features/editor/editor-screen.tsx'],
};

/**
 * Adds links to the built page that load what an address needs beside the first script, instead of after it.
 * The server keeps those whose `data-page` is the address.
 */
export function preloadPageScripts(): Plugin {
  return {
    name: 'preload-page-scripts',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.entries(pages).flatMap(([page, modules]) =>
          [...filesOf(bundle, modules)].map((file) => ({
            tag: 'link',
            attrs: {
              ...(file.endsWith('.css') ? { rel: 'stylesheet' } : { rel: 'modulepreload' }),
              crossorigin: true,
              href: `./${file}`,
              'data-page': page,
            },
            injectTo: 'head' as const,
          })),
        ),
    },
  };
}

/** The chunks of the modules with all that they import, and their styles, without those of the first script. */
function filesOf(bundle: Rolldown.OutputBundle, modules: readonly string[]): ReadonlySet<string> {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk');
  const isOf = (id: string | null, module: string) => id?.endsWith(`/admin/${module}`) === true;
  const first = reached(
    bundle,
    chunks.filter((chunk) => chunk.isEntry),
  );
  const found = reached(
    bundle,
    chunks.filter((chunk) => modules.some((module) => isOf(chunk.facadeModuleId, module))),
  );
  return new Set(
    [...found]
      .filter((chunk) => !first.has(chunk))
      .flatMap(({ fileName, viteMetadata }) => [...(viteMetadata?.importedCss ?? []), fileName]),
  );
}

function reached(
  bundle: Rolldown.OutputBundle,
  roots: readonly Rolldown.OutputChunk[],
): ReadonlySet<Rolldown.OutputChunk> {
  const found = new Set(roots);
  // A set also visits what is added during the loop.
  for (const chunk of found)
    for (const name of chunk.imports) {
      const imported = bundle[name];
      if (imported?.type === 'chunk') found.add(imported);
    }
  return found;
}
