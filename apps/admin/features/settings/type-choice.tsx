import { useState, type ReactNode } from 'react';
import type { FieldType } from '../../fields/index.ts';
import { useMessages } from '../../lib/messages.ts';
import { Button } from '../../ui/index.ts';
import styles from './custom-fields.module.css';
import { customFieldMessages } from './custom-field-messages.ts';
import { fieldTypeIcons } from './field-type-icons.ts';
import { fieldTypeMessages } from './field-type-messages.ts';
import { TypePicker } from './type-picker.tsx';

export function TypeChoice(props: {
  readonly value: FieldType;
  readonly isNew: boolean;
  readonly onChange: (type: FieldType) => void;
}): ReactNode {
  const { value, isNew, onChange } = props;
  const messages = useMessages(customFieldMessages);
  const names = useMessages(fieldTypeMessages);
  const [isOpen, setOpen] = useState(isNew);
  if (isOpen) return <TypePicker value={value} onChange={onChange} />;
  const Icon = fieldTypeIcons[value];
  return (
    <div className={styles['chosen-type']}>
      <Icon aria-hidden size={18} />
      <span className="grow">
        <strong>{names[value]}</strong>
        <span className="soft small block">{names[`${value}About`]}</span>
      </span>
      <Button size="small" onPress={() => setOpen(true)}>
        {messages.changeType}
      </Button>
    </div>
  );
}
