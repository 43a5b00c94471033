import { useState, type ReactNode } from 'react';
import { pathTo, type FieldErrors } from '../../fields/index.ts';
import type { Definition } from './definition.ts';
import { FieldDialog, innerDialog } from './field-dialog.tsx';
import { FieldList } from './field-list.tsx';
import type { TypeName } from './fields-of-definition.ts';

/** A list of definitions, and the dialog for one of them. */
export function EditableFields(props: {
  readonly definitions: readonly Definition[];
  readonly onChange: (definitions: readonly Definition[]) => void;
  readonly types: readonly TypeName[];
  readonly path: string;
  readonly errors: FieldErrors;
}): ReactNode {
  const { definitions, onChange, types, path, errors } = props;
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const place = edited === 'new' ? definitions.length : (edited ?? 0);
  return (
    <>
      <FieldList {...{ definitions, onChange, path, errors }} onEdit={setEdited} />
      {edited !== null && (
        <FieldDialog
          {...innerDialog(definitions, edited)}
          types={types}
          path={pathTo(path, place)}
          errors={errors}
          onClose={() => setEdited(null)}
          onDone={(done) => {
            onChange(definitions.toSpliced(place, 1, done));
            setEdited(null);
          }}
        />
      )}
    </>
  );
}
