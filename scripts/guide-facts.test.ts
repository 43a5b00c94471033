import { expect, test } from 'vitest';
import { gatherFacts } from './gather-facts.ts';
import { findWrongFacts, type Facts } from './guide-facts.ts';
import { guidePlans } from './guide-plans.ts';
import { codeBlocks } from './markdown-code.ts';
import { listFiles, readText } from './repository.ts';

const facts: Facts = {
  commands: new Map([
    ['', new Set(['--help'])],
    ['backup', new Set(['--help'])],
    ['backup create', new Set(['--media', '--json'])],
  ]),
  names: new Set(['server.port', 'backup.retention.keep', 'plugins.manage']),
  groups: new Set(['server', 'backup', 'plugins']),
  variables: new Set(['GALLEY_SERVER__PORT']),
  requests: ['POST /documents/save', 'GET /workspaces/{id}/runs', 'GET /{admin_path}/api/users'],
  metrics: new Set(['galley_cache_bytes']),
};

const wrong = (markdown: string) => findWrongFacts('a.md', markdown, facts);

test('known commands, options, settings, variables, operations and metrics pass', () => {
  const page = `\`galley backup create --no-media\`, \`backup.retention\`, \`plugins.manage\`, \`title\`,
\`GALLEY_SERVER__PORT_FILE\`, \`POST /documents/save {path}\`, \`GET /api/v1/workspaces/a/runs\`, galley_cache_bytes
\`GET /__admin/api/users?x=1\`

\`\`\`sh
cd my-site && npm exec --no -- galley backup create nightly --json # and so on
unzip -t nightly.zip --frobnicate
\`\`\`
`;
  expect(wrong(page)).toEqual([]);
});

test.each([
  ['`galley backup make`', 'The command "galley backup make" does not exist.'],
  ['```sh\ngalley srve\n```', 'The command "galley srve" does not exist.'],
  ['`galley backup create --fast`', '"galley backup create" has no option --fast.'],
  ['`server.prot`', '"server.prot" is not a setting, capability, event or other known name.'],
  ['GALLEY_SERVER__PROT', 'The variable GALLEY_SERVER__PROT is unused.'],
  ['`GET /documents/save`', 'The operation "GET /documents/save" does not exist.'],
  ['galley_cash_bytes', 'The metric galley_cash_bytes does not exist.'],
])('reports %s', (markdown, sentence) => {
  expect(wrong(`See ${markdown}.`.replace('See ```', '```').replace('```.', '```\n'))).toEqual([
    `a.md: ${sentence}`,
  ]);
});

test('the guides, README and SECURITY mention only existing names', () => {
  const known = gatherFacts();
  const pages = listFiles().filter((path) =>
    /^docs\/guides\/.*\.md$|^(README|SECURITY)\.md$/.test(path),
  );
  expect(pages.length).toBeGreaterThan(15);
  expect(pages.flatMap((path) => findWrongFacts(path, readText(path), known))).toEqual([]);
});

test('every guide with commands has a plan for each of its blocks', () => {
  const planned = Object.entries(guidePlans).map(([name, { blocks }]) => [name, blocks.length]);
  const found = listFiles()
    .map((path) => /^docs\/guides\/(.+)\.md$/.exec(path)?.[1])
    .filter((name) => name !== undefined)
    .map((name) => {
      const blocks = codeBlocks(readText(`docs/guides/${name}.md`));
      return [name, blocks.filter(({ language }) => language === 'sh').length] as const;
    })
    .filter(([, count]) => count > 0);
  expect(Object.fromEntries(planned)).toEqual(Object.fromEntries(found));
});
