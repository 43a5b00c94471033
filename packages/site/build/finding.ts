/** Found by a build, which creates the output anyway. */
export type Finding =
  | {
      readonly kind: 'broken_link';
      readonly document: string;
      /** In the body, from 1. */
      readonly line: number;
      /** As written, without fragment. */
      readonly target: string;
      readonly fragment: string;
    }
  | {
      readonly kind: 'missing_media';
      readonly document: string;
      readonly line: number;
      readonly target: string;
    }
  /** Only the first of the documents is reachable. */
  | {
      readonly kind: 'same_address';
      readonly document: string;
      readonly other: string;
      readonly address: string;
    }
  /** The name is too long for a file. */
  | { readonly kind: 'impossible_address'; readonly address: string };

export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'broken_link': {
      const fragment = finding.fragment === '' ? '' : `#${finding.fragment}`;
      return `${finding.document}, line ${finding.line}: no public page at ${finding.target}${fragment}`;
    }
    case 'missing_media':
      return `${finding.document}, line ${finding.line}: missing file ${finding.target}`;
    case 'same_address':
      return `${finding.document} has the same address as ${finding.other}: ${finding.address}`;
    case 'impossible_address':
      return `${finding.address} cannot be written as a file: a segment is longer than 255 bytes`;
  }
}
