import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginName } from './manifest-schema.ts';
import { pluginProblems } from './problems.ts';

const manifest = (name: string): string => `# The plugin and its permissions.
# "galley plugins check ${name}" lists the errors in this file, by line.
name: ${name} # as the folder is called
version: 0.1.0
author: ''
description: Tells readers how long a text takes.

# What it needs. The list is shown to the administrator who enables the plugin, for consent.
permissions:
  - render # change what readers see

# What it changes: the HTML of a document's text. index.js has a function of that name.
filters:
  - document.html

# What people can set. index.js gets the values.
settings:
  - name: words_per_minute
    label: Words a minute
    type: number
    whole: true
    min: 50
    max: 1000
    default: 200
`;

const main = `// The server runs this file by itself, apart from everything else: JavaScript, what is beside it in this folder, and
// what 'galley' gives. There are no files, no network and no npm in here.
import { settings } from 'galley';
import { minutesToRead } from './minutes-to-read.js';

export const filters = {
  /** Gets the HTML of a text and what document it is of; what it returns is shown. */
  'document.html'(html, document) {
    const minutes = minutesToRead(html, settings.words_per_minute);
    // console writes to the log of the server.
    console.debug(document.path, 'takes', minutes, 'minutes');
    return \`<p><small>\${minutes} min</small></p>\\n\${html}\`;
  },
};
`;

const logic = `/** How many minutes it takes to read a text; at least one. */
export function minutesToRead(html, wordsPerMinute) {
  const words = html.replace(/<[^>]*>/g, ' ').match(/\\S+/g) ?? [];
  return Math.max(1, Math.round(words.length / wordsPerMinute));
}
`;

const test = `// Run it in this folder: node --test
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { minutesToRead } from './minutes-to-read.js';

test('a text takes a minute for so many words', () => {
  equal(minutesToRead('word '.repeat(600), 200), 3);
});

test('tags are not read, and nothing takes less than a minute', () => {
  equal(minutesToRead('<p class="a b c d">one</p>', 1), 1);
  equal(minutesToRead('', 200), 1);
});
`;

/**
 * Creates a working example plugin and returns its folder.
 *
 * @throws `invalid_plugin` for an invalid name, and `plugin_exists`
 */
export async function createPlugin(pluginsDirectory: string, name: string): Promise<string> {
  if (!pluginName.test(name)) {
    throw pluginProblems.invalid_plugin(
      `A plugin cannot be called ${JSON.stringify(name)}; a name is of up to 50 lower-case letters, digits and single - and begins with a letter, such as word-count.`,
    );
  }
  const folder = join(pluginsDirectory, name);
  await mkdir(pluginsDirectory, { recursive: true });
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw pluginProblems.plugin_exists(`There is a folder ${folder} already; choose another name.`);
  });
  const files = {
    'plugin.yaml': manifest(name),
    'index.js': main,
    'minutes-to-read.js': logic,
    'minutes-to-read.test.js': test,
    // Declares ES modules, so that Node does not have to detect them.
    'package.json': '{ "private": true, "type": "module" }\n',
  };
  for (const [file, text] of Object.entries(files)) await writeFile(join(folder, file), text);
  return folder;
}
