import { useState, type ReactNode } from 'react';
import { FieldForm, readFields, type FieldValues } from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import { Panel } from '../../ui/index.ts';
import styles from './custom-fields.module.css';
import { customFieldMessages } from './custom-field-messages.ts';
import { EditableFields } from './editable-fields.tsx';
import type { TypeName } from './fields-of-definition.ts';
import type { CustomFieldsForm } from './use-custom-fields.ts';

export function TypeFields(props: {
  readonly form: CustomFieldsForm;
  readonly type: TypeName;
  readonly types: readonly TypeName[];
}): ReactNode {
  const { form, type, types } = props;
  const messages = useMessages(customFieldMessages);
  const definitions = form.types[type.id] ?? [];
  const [tried, setTried] = useState<FieldValues>({});
  return (
    <div className={styles['columns']}>
      <Panel title={messages.fieldsOf({ type: type.label })}>
        <EditableFields
          definitions={definitions}
          onChange={(next) => form.setType(type.id, next)}
          types={types}
          path={`types.${type.id}`}
          errors={form.errors}
        />
      </Panel>
      <Panel title={messages.preview} about={messages.previewAbout}>
        {definitions.length === 0 ? (
          <p className="soft">{messages.noPreview}</p>
        ) : (
          <FieldForm
            fields={readFields(definitions)}
            values={tried}
            errors={{}}
            onChange={setTried}
          />
        )}
      </Panel>
    </div>
  );
}
