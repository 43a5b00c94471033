import { readdir, readFile } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { KnownFile } from '@galley/content';
import { sha256 } from '@galley/kernel';
import { parseSiteSettings, siteSettingsFile } from '@galley/settings';

export const exampleProject = fileURLToPath(new URL('../example-project', import.meta.url));

export interface ExampleSite {
  readonly documents: readonly KnownFile[];
  readonly media: readonly KnownFile[];
  readonly settings: { readonly text: string; readonly title: string };
}

/** The content of new projects. */
export async function readExampleSite(): Promise<ExampleSite> {
  const content = join(exampleProject, 'content');
  const entries = await readdir(content, { recursive: true, withFileTypes: true });
  const files = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async ({ parentPath, name }) => {
        const file = join(parentPath, name);
        const path = file.slice(content.length + 1).replaceAll(sep, '/');
        return { path, hash: sha256(await readFile(file)) };
      }),
  );
  const text = await readFile(join(content, siteSettingsFile), 'utf8');
  const { title } = parseSiteSettings(text, siteSettingsFile);
  return {
    documents: files.filter(({ path }) => path.endsWith('.md')),
    media: files.filter(({ path }) => path.startsWith('media/')),
    settings: { text, title },
  };
}

/** Settings of a site without the example: only what the example set for every site. */
export const emptySettings = `# Settings of the site, such as its title, languages and menus. A change takes effect when you save the file.
url: http://localhost:8080
language: en
`;
