import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { ImportFormat, importSite, ImportReport } from '@galley/cms';
import { CommandFailed } from '../command-failed.ts';
import { progressOn } from '../progress-line.ts';
import { print, projectOf, projectOptions, type ProjectArguments } from '../project-command.ts';

type ImportedSite = Awaited<ReturnType<typeof importSite>>;

interface ImportArguments extends ProjectArguments {
  readonly format?: string | undefined;
  readonly source: string;
  readonly from?: ImportFormat | undefined;
  readonly media?: string | undefined;
  readonly dryRun?: boolean | undefined;
  readonly publish: boolean;
}

export const importCommand: CommandModule<{ project: string }, ImportArguments> = {
  command: 'import [format] <source>',
  describe: 'Import the pages of a site of another system',
  builder: async (options: Argv<{ project: string }>): Promise<Argv<ImportArguments>> => {
    const { listImportFormats } = await import('@galley/cms');
    return projectOptions(options)
      .positional('format', {
        type: 'string',
        describe: 'As --from',
      })
      .positional('source', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of the site, or exported file; a ZIP of either',
      })
      .option('from', {
        choices: await listImportFormats(),
        requiresArg: true,
        describe: 'System of the site; without it, Galley recognises it by its files',
      })
      .option('media', {
        type: 'string',
        requiresArg: true,
        describe: 'Folder of media files: the uploads of wordpress, or the content folder of ghost',
      })
      .option('dry-run', {
        type: 'boolean',
        default: false,
        describe: 'List what would be imported, changed and skipped, and change nothing',
      })
      .option('publish', {
        type: 'boolean',
        default: false,
        describe:
          'Publish the pages that the source has published; without it, all arrive as drafts',
      })
      .example('$0 import ../old-site --dry-run', 'Show what an import would do')
      .example('$0 import ../notes --from obsidian', 'Name the system')
      .example('$0 import export.json --publish', 'Import and publish, drafts excepted')
      .example('$0 import export.xml --media wp-content/uploads', 'With its media files')
      .epilogue(
        'Prints a line for each page with what happens to it, and the number of pages, media files and redirects; --json: {format, signs, pages, media, redirects, menus, skipped, warnings, documents, files}; signs are the files by which the format was recognised, or null. Where the site requires approval, --publish puts pages into review. A repeated import applies changes of the source, and leaves documents alone that have been edited here. Exit code 0 also with skipped pages; 1 when the source cannot be read, or its system is not clear.',
      );
  },
  handler: async (given) => {
    const { media, dryRun = false, publish, json, project, configOverlay } = given;
    const { importSite, listImportFormats } = await import('@galley/cms');
    const { format, source } = sourceOf(given, await listImportFormats());
    const progress = progressOn(process.stderr, 'pages imported');
    try {
      const report = await importSite(await projectOf({ project, configOverlay }), {
        format,
        source: resolve(source),
        media: media === undefined ? undefined : resolve(media),
        isDryRun: dryRun,
        publish,
        onProgress: (pages) => progress.show(pages, pages),
      });
      progress.clear();
      print({ json }, report, reportText(report, dryRun));
    } finally {
      progress.clear();
    }
  },
};

/** yargs fills `source` before `format`, which is optional. */
function sourceOf(
  { format: second, source: first, from }: ImportArguments,
  formats: readonly ImportFormat[],
): { readonly format: ImportFormat | undefined; readonly source: string } {
  if (second === undefined) return { format: from, source: first };
  const format = formats.find((one) => one === first);
  if (format === undefined)
    throw new CommandFailed(`The format should be one of ${formats.join(', ')}, not ${first}.`);
  if (from !== undefined && from !== format)
    throw new CommandFailed(`The formats ${format} and --from ${from} differ.`);
  return { format, source: second };
}

function reportText(report: ImportedSite, isDryRun: boolean): string {
  const { format, signs, documents, files, skipped, warnings, pages, media, menus, redirects } =
    report;
  const rows = [...files.map((file) => ({ ...file, status: 'media' })), ...documents];
  const width = rows.reduce((longest, { source }) => Math.max(longest, source.length), 0);
  const changes = rows.map(
    ({ change, status, source, path }) =>
      `${change.padEnd(9)}  ${status.padEnd(9)}  ${source.padEnd(width)}  ${path}`,
  );
  const faults = [
    ...faultLines(
      'skipped',
      skipped.map(({ source, reason }) => ({ source, message: reason })),
    ),
    ...faultLines('warning', warnings),
  ];
  const did = isDryRun ? 'would be imported' : 'imported';
  const total = `${pages} pages, ${media} media files and ${menus} menus ${did}, ${redirects} redirects, ${skipped.length} files skipped.`;
  const recognised = signs === null ? [] : [`Recognised as ${format} by ${signs.join(', ')}.`];
  return [...recognised, ...changes, ...faults, total].join('\n');
}

/** A message of more files than this is one line; `--json` names all files. */
const maxNamed = 3;

function faultLines(kind: string, faults: ImportReport['warnings']): readonly string[] {
  const lines = [...Map.groupBy(faults, ({ message }) => message)].flatMap(([message, all]) => {
    const names = all.map(({ source }) => source);
    if (names.length <= maxNamed) return names.map((name) => `${name}: ${message}`);
    return [`${names.length} files, such as ${names.slice(0, maxNamed).join(', ')}: ${message}`];
  });
  return lines.map((line) => `${styleText('yellow', kind)} ${line}`);
}
