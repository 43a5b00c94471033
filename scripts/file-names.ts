import { posix } from 'node:path';

const source = /^(apps|packages|scripts|bench)\/.*\.(ts|tsx|mjs|js|css)$/;
const kebabCase = /^[a-z\d]+(-[a-z\d]+)*(\.[a-z]+)+$/;
const meaninglessNouns = new Set(
  ['util', 'helper', 'common', 'manager', 'impl'].flatMap((word) => [word, `${word}s`]),
);

export function findBadFileNames(paths: readonly string[]): string[] {
  return paths
    .filter((path) => source.test(path) && !path.includes('/fixtures/'))
    .flatMap((path) => {
      const nouns = path.split('/').map((name) => name.split('.')[0]!.split('-').at(-1)!);
      return [
        ...(kebabCase.test(posix.basename(path))
          ? []
          : [`${path}: use kebab-case for file names.`]),
        ...nouns
          .filter((noun) => meaninglessNouns.has(noun))
          .map((noun) => `${path}: "${noun}" does not describe the contents.`),
      ];
    });
}
