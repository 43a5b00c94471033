export interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/**
 * The package.json with which a package goes to the registry: here Node runs its TypeScript, and below `node_modules`
 * it does not, so what it exports are the files that the compiler wrote.
 */
export function publishedManifest(manifest: Manifest): Record<string, unknown> {
  const { scripts, devDependencies, ...rest } = manifest;
  const compiled = Object.entries(manifest.exports).map(([name, source]) => {
    const file = source.replace(/^\.\/(.*)\.ts$/, './dist/$1');
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  return { ...rest, exports: Object.fromEntries(compiled) as object };
}
