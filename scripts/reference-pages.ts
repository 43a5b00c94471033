import { renderCommandReference } from '@galley/cli';
import { buildOpenApi, operations } from '@galley/contract';
import { renderConfigurationReference } from '@galley/settings';
import { renderObjectReference } from '@galley/site';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { format, resolveConfig } from 'prettier';
import { renderApi } from './api-reference.ts';
import { metricsSections, renderMetrics } from './metrics-reference.ts';
import {
  conflictingProblems,
  problemsOf,
  renderFieldErrors,
  renderProblems,
  type OwnedProblem,
} from './problem-reference.ts';
import { listFiles, readText, root } from './repository.ts';
import { sdkFiles } from './sdk-pages.ts';
import { renderStateMachines } from './state-machines.ts';

export interface ReferencePage {
  readonly path: string;
  readonly content: string;
}

export async function loadProblems(): Promise<OwnedProblem[]> {
  const modules = listFiles().filter((path) =>
    /^(apps|packages)\/[^/]+\/(.*\/)?problems\.ts$/.test(path),
  );
  const problems: OwnedProblem[] = [];
  for (const path of modules) {
    const module = (await import(pathToFileURL(join(root, path)).href)) as Record<string, unknown>;
    problems.push(...problemsOf(path.split('/')[1]!, module));
  }
  return problems;
}

export async function referencePages(problems: readonly OwnedProblem[]): Promise<ReferencePage[]> {
  const openApi = buildOpenApi({ adminPath: '__admin' });
  const files = Object.entries(sdkFiles(problems));
  return [
    ...(await Promise.all(files.map(([path, text]) => page(path, text)))),
    await page('apps/admin/lib/word-count.ts', wordCountOfAdmin()),
    await page('docs/reference/problems.md', renderProblems(problems)),
    await page('docs/reference/field-errors.md', renderFieldErrors()),
    await page('docs/reference/configuration.md', renderConfigurationReference()),
    await page('docs/reference/command-line.md', await renderCommandReference()),
    await page('docs/reference/template-objects.md', await renderObjectReference()),
    await page('docs/reference/api.md', renderApi()),
    await page('docs/reference/state-machines.md', renderStateMachines()),
    await page('docs/reference/metrics.md', renderMetrics(await metricsSections())),
    { path: 'docs/reference/openapi.json', content: `${JSON.stringify(openApi, undefined, 2)}\n` },
  ];
}

/** A copy, because the admin imports nothing of the server: both count the same words. */
function wordCountOfAdmin(): string {
  const source = 'packages/kernel/word-count.ts';
  const written = `// Written by \`npm run docs:reference\` from ${source}. Change it there.\n\n`;
  return written + readText(source).replace(/^\/\/.*\n\n/, '');
}

export function stalePages(pages: readonly ReferencePage[]): string[] {
  const files = new Set(listFiles());
  return pages
    .filter(({ path, content }) => !files.has(path) || readText(path) !== content)
    .map(({ path }) => `${path} does not match the code; run "npm run docs:reference".`);
}

async function page(path: string, text: string): Promise<ReferencePage> {
  const filepath = join(root, path);
  return {
    path,
    content: await format(text, { ...(await resolveConfig(filepath)), filepath }),
  };
}

export function problemFindings(problems: readonly OwnedProblem[]): string[] {
  const codes = new Set(problems.map(({ code }) => code));
  const unknown = operations.flatMap((operation) =>
    operation.problems
      .filter((code) => !codes.has(code))
      .map(
        (code) =>
          `The operation ${operation.id} lists the problem "${code}", but no package defines it.`,
      ),
  );
  return [...conflictingProblems(problems), ...unknown];
}
