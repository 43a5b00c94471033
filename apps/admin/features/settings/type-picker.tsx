import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Label, Radio, RadioGroup } from 'react-aria-components';
import { fieldTypes, type FieldType } from '../../fields/index.ts';
import { documentTypesQuery } from '../../lib/document-types.ts';
import { useMessages } from '../../lib/messages.ts';
import styles from './custom-fields.module.css';
import { customFieldMessages } from './custom-field-messages.ts';
import { fieldTypeIcons } from './field-type-icons.ts';
import { fieldTypeMessages } from './field-type-messages.ts';

export function TypePicker(props: {
  readonly value: FieldType;
  readonly onChange: (type: FieldType) => void;
}): ReactNode {
  const messages = useMessages(customFieldMessages);
  const names = useMessages(fieldTypeMessages);
  const { data } = useQuery(documentTypesQuery);
  const hasFormats = (data?.field_types ?? []).length > 0;
  const types = fieldTypes.filter(
    (type) => type !== 'plugin' || hasFormats || props.value === 'plugin',
  );
  return (
    <RadioGroup
      value={props.value}
      onChange={(type) => props.onChange(type as FieldType)}
      className="field"
    >
      <Label className="field-label">{messages.chooseType}</Label>
      <div className={styles['types']}>
        {types.map((type) => {
          const Icon = fieldTypeIcons[type];
          return (
            <Radio key={type} value={type} className={styles['type']}>
              <Icon aria-hidden size={18} />
              <span>
                <strong>{names[type]}</strong>
                <span className="soft small block">{names[`${type}About`]}</span>
              </span>
            </Radio>
          );
        })}
      </div>
    </RadioGroup>
  );
}
