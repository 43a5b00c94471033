import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pluginName } from './manifest-schema.ts';
import { pluginProblems } from './problems.ts';

const manifest = (name: string): string => `# Description and permissions of the plugin.
# "galley plugins check ${name}" validates this file and reports errors by line.
name: ${name} # same as the folder name
version: 0.1.0
author: ''
description: Shows the reading time of a text.

# Permissions. Administrators see and approve this list when they enable the plugin.
permissions:
  - render # change public pages

# Filters. document.html changes the HTML of a document's text; index.js exports a function with the same name.
filters:
  - document.html

# Settings, shown in the admin. index.js reads the values from 'galley'.
settings:
  - name: words_per_minute
    label: Words per minute
    type: number
    whole: true
    min: 50
    max: 1000
    default: 200
`;

const main = `// The server runs this file in a sandbox. It can use JavaScript, modules in this folder, and the exports of 'galley'.
// The file system, the network and npm packages are not available.
import { settings } from 'galley';
import { minutesToRead } from './minutes-to-read.js';

export const filters = {
  /** Receives the HTML of a text and its document, and returns the HTML to show. */
  'document.html'(html, document) {
    const minutes = minutesToRead(html, settings.words_per_minute);
    // Messages appear in the server log.
    console.debug(document.path, 'takes', minutes, 'minutes');
    return \`<p><small>\${minutes} min</small></p>\\n\${html}\`;
  },
};
`;

const logic = `/** Reading time of a text in minutes, at least 1. */
export function minutesToRead(html, wordsPerMinute) {
  const words = html.replace(/<[^>]*>/g, ' ').match(/\\S+/g) ?? [];
  return Math.max(1, Math.round(words.length / wordsPerMinute));
}
`;

const test = `// Run this test in its folder with: node --test
import { equal } from 'node:assert/strict';
import { test } from 'node:test';
import { minutesToRead } from './minutes-to-read.js';

test('computes minutes from the number of words', () => {
  equal(minutesToRead('word '.repeat(600), 200), 3);
});

test('ignores tags and returns at least one minute', () => {
  equal(minutesToRead('<p class="a b c d">one</p>', 1), 1);
  equal(minutesToRead('', 200), 1);
});
`;

/** Returns the plugin's folder. @throws `invalid_plugin` for an invalid name, and `plugin_exists` */
export async function createPlugin(pluginsDirectory: string, name: string): Promise<string> {
  if (!pluginName.test(name)) {
    throw pluginProblems.invalid_plugin(
      `The plugin name ${JSON.stringify(name)} is invalid. Use up to 50 lower-case letters, digits and single hyphens, starting with a letter, such as word-count.`,
    );
  }
  const folder = join(pluginsDirectory, name);
  await mkdir(pluginsDirectory, { recursive: true });
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EEXIST') throw error;
    throw pluginProblems.plugin_exists(`The folder ${folder} already exists. Choose another name.`);
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
