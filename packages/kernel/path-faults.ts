import { fieldFault, type FieldFault } from './field-errors.ts';
import { isWindowsDeviceName } from './windows-names.ts';

// \p{Cc} matches control characters without violating eslint's no-control-regex.
const controlCharacter = /\p{Cc}/u;
const maxPathLength = 1_000;

/** The first fault in the text of a path in the content folder. */
export function findPathTextFault(path: string): FieldFault | undefined {
  if (path === '') return fieldFault('empty');
  if (path.length > maxPathLength) return fieldFault('too_long', { max: maxPathLength });
  if (!path.isWellFormed() || controlCharacter.test(path))
    return fieldFault('path_control_character');
  return path.includes('\\') ? fieldFault('path_backslash') : undefined;
}

/** The fault of the first wrong segment; `maxBytes` is the limit of each. */
export function findSegmentFault(path: string, maxBytes: number): FieldFault | undefined {
  for (const segment of path.split('/')) {
    const fault = faultOfSegment(segment, maxBytes);
    if (fault) return fault;
  }
  return undefined;
}

function faultOfSegment(segment: string, maxBytes: number): FieldFault | undefined {
  if (segment === '' || segment === '.' || segment === '..')
    return fieldFault('path_empty_segment');
  if (segment.startsWith('.')) return fieldFault('path_leading_dot', { value: segment });
  if (isWindowsDeviceName(segment)) return fieldFault('path_device_name', { value: segment });
  if (/[ .]$/.test(segment)) return fieldFault('path_trailing_dot', { value: segment });
  if (Buffer.byteLength(segment) > maxBytes)
    return fieldFault('path_segment_too_long', { max: maxBytes });
  return undefined;
}
