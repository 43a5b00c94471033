export interface Manifest {
  readonly exports: Readonly<Record<string, string>>;
  readonly [member: string]: unknown;
}

/** Node runs no TypeScript below `node_modules`, so the published exports are the compiled files. */
export function publishedManifest(manifest: Manifest): Record<string, unknown> {
  const { scripts, devDependencies, ...rest } = manifest;
  const compiled = Object.entries(manifest.exports).map(([name, source]) => {
    const file = source.replace(/^\.\/(.*)\.ts$/, './dist/$1');
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }];
  });
  return { ...rest, exports: Object.fromEntries(compiled) as object };
}
