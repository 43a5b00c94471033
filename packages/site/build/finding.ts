/** Something in the content that a build found to be wrong; the output is made all the same. */
export type Finding =
  | {
      readonly kind: 'broken_link';
      /** Path of the document that the link stands in. */
      readonly document: string;
      /** In the file's body, from 1. */
      readonly line: number;
      /** As written, without what leads within the target. */
      readonly target: string;
      readonly fragment: string;
    }
  | {
      readonly kind: 'missing_media';
      readonly document: string;
      readonly line: number;
      readonly target: string;
    }
  /** Two public documents with one address: readers see the first of them only. */
  | {
      readonly kind: 'same_address';
      readonly document: string;
      readonly other: string;
      readonly address: string;
    }
  /** An address that no file can have: a name in it is too long. */
  | { readonly kind: 'impossible_address'; readonly address: string };

/** For a person. */
export function describeFinding(finding: Finding): string {
  switch (finding.kind) {
    case 'broken_link': {
      const fragment = finding.fragment === '' ? '' : `#${finding.fragment}`;
      return `${finding.document}, line ${finding.line}: nothing is public at ${finding.target}${fragment}`;
    }
    case 'missing_media':
      return `${finding.document}, line ${finding.line}: there is no file ${finding.target}`;
    case 'same_address':
      return `${finding.document} has the address ${finding.address}, which ${finding.other} has too`;
    case 'impossible_address':
      return `${finding.address} cannot be a file: a part of it is longer than 255 bytes`;
  }
}
