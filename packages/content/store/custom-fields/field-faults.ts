import type { Database } from '@galley/database';
import { fieldFault, type FieldError, type FieldFault } from '@galley/kernel';
import { checkDocumentFields, type CheckedFields, type SiteSettings } from '@galley/settings';
import type { ContentTree } from '../../tree/content-tree.ts';
import type { DocumentMetadata } from '../../document/document.ts';
import { LinkedDocumentsReadModel } from './linked-documents-read-model.ts';

type CheckedLink = CheckedFields['links'][number];

export interface FieldQuestion {
  readonly type: string;
  readonly fields: DocumentMetadata['fields'];
}

export interface FieldSurroundings {
  /** Absent: references are not checked. */
  readonly db: Database | undefined;
  readonly tree: Pick<ContentTree, 'stamp'>;
  readonly settings: SiteSettings;
  /** Documents and files that are missing now may follow, so they are no faults. */
  readonly mayFollow?: boolean;
}

/** `path` is `fields.event.start`. */
export async function fieldFaults(
  { type, fields }: FieldQuestion,
  { db, tree, settings, mayFollow = false }: FieldSurroundings,
): Promise<readonly FieldError[]> {
  const { errors, links } = checkDocumentFields(settings.customFields, type, fields);
  if (errors.length > 0 || links.length === 0) return errors;
  const types = db && (await typesOfReferences(db, links));
  const faults: FieldError[] = [];
  for (const link of links) {
    const fault =
      link.kind === 'media'
        ? (await tree.stamp(link.target)) === undefined &&
          fieldFault('media_not_found', { target: link.target })
        : types && faultOfReference(link, types.get(link.target));
    const isFault = fault && !(mayFollow && isMissing(fault));
    if (isFault) faults.push({ path: link.path, ...fault });
  }
  return faults;
}

const isMissing = ({ code }: FieldFault): boolean =>
  code === 'media_not_found' || code === 'document_not_found';

function typesOfReferences(
  db: Database,
  links: readonly CheckedLink[],
): Promise<ReadonlyMap<string, string>> {
  const references = links.filter(({ kind }) => kind === 'reference');
  return new LinkedDocumentsReadModel(db).typesOf([
    ...new Set(references.map(({ target }) => target)),
  ]);
}

function faultOfReference(
  { target, to }: CheckedLink,
  type: string | undefined,
): FieldFault | false {
  if (type === undefined) return fieldFault('document_not_found', { target });
  return (
    to.length > 0 && !to.includes(type) && fieldFault('wrong_document_type', { type, allowed: to })
  );
}
