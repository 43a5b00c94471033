import { resolve } from 'node:path';
import { styleText } from 'node:util';
import type { Argv, CommandModule } from 'yargs';
import type { ExportFormat, ExportReport } from '@galley/cms';
import { print, projectOf, projectOptions, type ProjectArguments } from '../project-command.ts';

interface ExportArguments extends ProjectArguments {
  readonly format: ExportFormat;
  readonly destination: string;
  readonly dryRun?: boolean | undefined;
  readonly replace: boolean;
}

const formats: readonly ExportFormat[] = ['galley', 'hugo', 'ghost'];

export const exportCommand: CommandModule<{ project: string }, ExportArguments> = {
  command: 'export <format> <destination>',
  describe: 'Export the site for another system',
  builder: (options: Argv<{ project: string }>): Argv<ExportArguments> =>
    projectOptions(options)
      .positional('format', {
        choices: formats,
        demandOption: true,
        describe: 'Format of the export',
      })
      .positional('destination', {
        type: 'string',
        demandOption: true,
        describe: 'Folder of the export, which must be empty or not exist',
      })
      .option('dry-run', {
        type: 'boolean',
        default: false,
        describe: 'List what would be exported, and write nothing',
      })
      .option('replace', {
        type: 'boolean',
        default: false,
        describe: 'Delete what the folder contains when the export is complete',
      })
      .example('$0 export hugo ../hugo-site', 'Export as a site that Hugo builds')
      .example('$0 export ghost ../ghost --dry-run', 'Show what an export would contain')
      .epilogue(
        'Prints what was exported; --json: {format, destination, documents, drafts, media, authors, terms, redirects, files, skipped, warnings}. Public documents are exported as readers see them, all others as drafts. No export contains accounts, tokens or galley.yaml. Exit code 0 also with skipped files; 1 when the destination is refused.',
      ),
  handler: async ({ format, destination, dryRun = false, replace, json, ...project }) => {
    const { exportProject } = await import('@galley/cms');
    const report = await exportProject(await projectOf(project), {
      format,
      destination: resolve(destination),
      isDryRun: dryRun,
      replace,
    });
    print({ json }, report, reportText(report, dryRun));
  },
};

function reportText(report: ExportReport, isDryRun: boolean): string {
  const { documents, drafts, media, redirects, files, destination, skipped, warnings } = report;
  const faults = [
    ...skipped.map(
      ({ source, reason }) => `${styleText('yellow', 'skipped')} ${source}: ${reason}`,
    ),
    ...warnings.map(
      ({ source, message }) => `${styleText('yellow', 'warning')} ${source}: ${message}`,
    ),
  ];
  const did = isDryRun ? 'Would export' : 'Exported';
  const total = `${did} to ${destination}: documents: ${documents} (drafts: ${drafts}), media files: ${media}, redirects: ${redirects}`;
  return [...(isDryRun ? files : []), ...faults, total].join('\n');
}
