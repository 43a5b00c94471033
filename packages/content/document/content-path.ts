import { isWindowsDeviceName } from '@galley/kernel';
import { contentProblems } from './problems.ts';

// \p{Cc} matches control characters without violating eslint's no-control-regex.
const controlCharacter = /\p{Cc}/u;
const reservedFolders = new Set(['config', 'media']);
const maxPathLength = 1_000;
const maxSegmentBytes = 240;

/** Reason, for people; undefined for valid paths (gaps page, Project directory). */
export function findPathFault(path: string): string | undefined {
  if (path === '') return 'it is empty';
  if (path.length > maxPathLength) return `it is longer than ${maxPathLength} characters`;
  if (controlCharacter.test(path)) return 'it contains a control character';
  if (path.includes('\\')) return 'it contains a backslash; separate folders with /';
  if (path.startsWith('/') || /^[A-Za-z]:/.test(path))
    return 'it is absolute; use a path relative to the content folder';
  const segments = path.split('/');
  if (reservedFolders.has(segments[0]!))
    return `${segments[0]!}/ is reserved and holds no documents`;
  return segments.map(findSegmentFault).find((fault) => fault !== undefined);
}

function findSegmentFault(segment: string): string | undefined {
  if (segment === '' || segment === '.' || segment === '..')
    return 'it has an empty, "." or ".." segment';
  if (segment.startsWith('.')) return `${segment} starts with a dot`;
  if (isWindowsDeviceName(segment)) return `${segment} is a reserved device name on Windows`;
  if (/[ .]$/.test(segment)) return `${segment} ends with a dot or a space`;
  if (Buffer.byteLength(segment) > maxSegmentBytes)
    return `a segment is longer than ${maxSegmentBytes} bytes`;
  return undefined;
}

/** @throws `invalid_path`, at `field` */
export function requireDocumentPath(path: string, field = 'path'): void {
  const fault =
    findPathFault(path) ?? (path.endsWith('.md') ? undefined : 'it does not end in .md');
  if (fault) {
    throw contentProblems.invalid_path(
      `${JSON.stringify(path)} is not a document path: ${fault}.`,
      {
        errors: [{ path: field, message: fault }],
      },
    );
  }
}
