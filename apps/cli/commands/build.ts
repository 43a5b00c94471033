import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { BuiltProject } from '@galley/cms';
import { progressOn } from '../progress-line.ts';
import { projectOf } from '../project-command.ts';
import { configOverlayOption, jsonOption } from '../shared-options.ts';

interface BuildArguments {
  readonly project: string;
  readonly full: boolean;
  readonly strict: boolean;
  readonly json: boolean;
  readonly configOverlay?: string[] | undefined;
}

export const buildCommand: CommandModule<{ project: string }, BuildArguments> = {
  command: 'build',
  describe: 'Build a static site for any file server',
  builder: (options: Argv<{ project: string }>): Argv<BuildArguments> =>
    options
      .option('full', {
        type: 'boolean',
        default: false,
        describe: 'Rebuild all pages, including unchanged ones',
      })
      .option('strict', {
        type: 'boolean',
        default: false,
        describe:
          'Exit with 1 on broken links, missing images, unreadable files, or documents with the same address',
      })
      .option('json', jsonOption)
      .option('config-overlay', configOverlayOption)
      .example('$0 build', 'Update public/, also while a server runs')
      .example('$0 build --strict --json', 'Fail a CI job on broken links')
      .epilogue(
        'Prints the number of files and of new files, a line for each broken link or missing image, and a line for each document that is not public because its file is unreadable or says so. --json: one object with the same data, with findings and notices.',
      ),
  handler: async ({ project, full, strict, json, configOverlay }) => {
    const { buildProject } = await import('@galley/cms');
    const progress = progressOn(process.stderr, 'pages built');
    try {
      const built = await buildProject(await projectOf({ project, configOverlay }), {
        isFull: full,
        onProgress: ({ phase, done, total }) => {
          if (phase === 'pages') progress.show(done, total);
        },
      });
      progress.clear();
      print(built, json);
      const isBroken = built.notices.some(({ severity }) => severity === 'error');
      if (strict && (isBroken || built.findings.length > 0)) process.exitCode = 1;
    } finally {
      progress.clear();
    }
  },
};

const maxNotices = 20;

function print(built: BuiltProject, json: boolean): void {
  if (json) {
    console.log(JSON.stringify(built));
    return;
  }
  const { files, rendered, written, removed, durationMs, publicDirectory, findings, notices } =
    built;
  const seconds = (durationMs / 1_000).toFixed(1);
  console.log(
    `${files} files in ${publicDirectory}: ${rendered} built, ${written} of them new or changed, ${removed} removed, in ${seconds} s.`,
  );
  for (const { message } of findings) console.log(`${styleText('yellow', 'warning')} ${message}`);
  for (const { path, line, message } of notices.slice(0, maxNotices))
    console.log(`${styleText('yellow', 'not public')} ${path}, line ${line}: ${message}`);
  if (notices.length > maxNotices)
    console.log(`… and ${notices.length - maxNotices} more; use --json to list all.`);
}
