import type { ReactNode } from 'react';
import { FieldForm, readFields } from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import { Panel } from '../../ui/index.ts';
import styles from './custom-fields.module.css';
import { customFieldMessages } from './custom-field-messages.ts';
import { EditableFields } from './editable-fields.tsx';
import type { TypeName } from './fields-of-definition.ts';
import type { CustomFieldsForm } from './use-custom-fields.ts';

export function SharedFields(props: {
  readonly form: CustomFieldsForm;
  readonly types: readonly TypeName[];
}): ReactNode {
  const { form, types } = props;
  const messages = useMessages(customFieldMessages);
  return (
    <div className={styles['columns']}>
      <Panel title={messages.sharedFields} about={messages.sharedAbout}>
        <EditableFields
          definitions={form.shared}
          onChange={form.setShared}
          types={types}
          path="shared.fields"
          errors={form.errors}
        />
      </Panel>
      <Panel title={messages.sharedValues} about={messages.sharedValuesAbout}>
        {form.shared.length === 0 ? (
          <p className="soft">{messages.noShared}</p>
        ) : (
          <FieldForm
            fields={readFields(form.shared)}
            values={form.values}
            errors={form.errors}
            onChange={form.setValues}
            path="shared.values"
          />
        )}
      </Panel>
    </div>
  );
}
