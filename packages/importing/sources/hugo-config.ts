import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readSource } from '@galley/content';
import { isMissing } from '@galley/kernel';
import type { Row } from './rows.ts';

const folders = ['', 'config/_default/'];
const extensions = ['toml', 'yaml', 'yml', 'json'];
const marks: Readonly<Record<string, string>> = { toml: '+++\n', yaml: '---\n', yml: '---\n' };

export interface ConfigurationFile {
  /** Below the folder of the site. */
  readonly source: string;
  readonly name: string;
  readonly values: Row;
  readonly problem: { readonly message: string } | null;
}

/** Files such as `hugo.toml` and `config/_default/menus.yaml`, for names without extension. */
export async function* readConfiguration(
  folder: string,
  names: readonly string[],
): AsyncGenerator<ConfigurationFile> {
  const files = folders.flatMap((below) =>
    names.flatMap((name) => extensions.map((extension) => ({ below, name, extension }))),
  );
  for (const { below, name, extension } of files) {
    const source = `${below}${name}.${extension}`;
    const text = await readFile(join(folder, source), 'utf8').catch(undefinedIfMissing);
    if (text === undefined) continue;
    const mark = marks[extension] ?? '';
    // The reader of frontmatter has limits for hostile files.
    const { values, problem } = readSource(Buffer.from(`${mark}${text.trim()}\n${mark}`));
    yield { source, name, values, problem };
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!isMissing(error)) throw error;
}
