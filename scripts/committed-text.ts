const text =
  /(\.(ts|tsx|js|mjs|cjs|json|md|ya?ml|sh|css|html|liquid|toml|sql)|\/run|rc|Dockerfile)$/;
/** Pages about containers may name paths inside them. */
const containerPages = /(^|\/)(docker|compose|Dockerfile)/i;

const homeFolder = /(?<![\w.:/-])\/(work|root|home|Users)\/\w+/;
const registry =
  /https?:\/\/(registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com)|^\s*\S*registry\s*=|\/-\/[\w.-]+\.tgz/m;

export function findMachineTraces(path: string, content: string): string[] {
  const folder = containerPages.test(path) ? undefined : homeFolder.exec(content)?.[0];
  const address = registry.exec(content)?.[0].trim();
  return [
    ...(folder ? [`${path}: "${folder}" is a path of a local machine.`] : []),
    ...(address ? [`${path}: "${address}" is the address of a package registry.`] : []),
  ];
}

export function isText(path: string): boolean {
  return text.test(path) && !path.includes('/fixtures/');
}
