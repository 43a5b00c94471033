import { importProblems } from './problems.ts';
import { sources, type ImportFormat } from './sources.ts';

/** An uploaded file must be a ZIP, or the file of an export. @throws `import_source_unreadable` */
export function requireSourceName(format: ImportFormat, name: string): void {
  const { file, extension } = sources[format];
  if (/\.zip$/i.test(name) || file?.test(name)) return;
  const wanted = file ? `a ZIP or a ${extension} file` : 'a ZIP';
  throw importProblems.import_source_unreadable(
    `${name} is no source for the format ${format}: upload ${wanted}.`,
  );
}
