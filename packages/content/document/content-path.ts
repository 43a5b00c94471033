import { fieldFault, findPathTextFault, findSegmentFault, type FieldFault } from '@galley/kernel';
import { contentProblems } from './problems.ts';

const reservedFolders = new Set(['config', 'media']);
const maxSegmentBytes = 240;

/** Undefined for valid paths (gaps page, Project directory). */
export function findPathFault(path: string): FieldFault | undefined {
  const fault = findPathTextFault(path);
  if (fault) return fault;
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path)) return fieldFault('path_absolute');
  const [first = ''] = path.split('/');
  if (reservedFolders.has(first)) return fieldFault('path_reserved', { value: first });
  return findSegmentFault(path, maxSegmentBytes);
}

/** @throws `invalid_path`, at `field` */
export function requireDocumentPath(path: string, field = 'path'): void {
  const fault =
    findPathFault(path) ??
    (path.endsWith('.md') ? undefined : fieldFault('path_extension', { extension: '.md' }));
  if (fault)
    throw contentProblems.invalid_path.at(
      [{ path: field, ...fault }],
      `${JSON.stringify(path)} is not a document path. `,
    );
}
