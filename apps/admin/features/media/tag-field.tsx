import { X } from 'lucide-react';
import { useState, type KeyboardEvent, type ReactNode } from 'react';
import { Button, Label, Tag, TagGroup, TagList } from 'react-aria-components';
import { useMessages } from '../../lib/messages.ts';
import { TextField, uiMessages } from '../../ui/index.ts';
import { itemMessages } from './item-messages.ts';
import styles from './media.module.css';

export function TagField(props: {
  readonly label: string;
  readonly tags: readonly string[];
  readonly onChange: (tags: readonly string[]) => void;
  readonly isDisabled?: boolean;
  readonly help?: string;
}): ReactNode {
  const { label, tags, onChange, isDisabled = false } = props;
  const messages = useMessages(itemMessages);
  const [typed, setTyped] = useState('');
  const add = (text: string) => {
    const added = text.split(',').map((tag) => tag.trim().slice(0, 100));
    onChange([...new Set([...tags, ...added.filter((tag) => tag !== '')])]);
    setTyped('');
  };
  const type = (text: string) => (text.includes(',') ? add(text) : setTyped(text));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || typed.trim() === '') return;
    event.preventDefault();
    add(typed);
  };
  return (
    <div className={styles['tags']}>
      <TagChips {...{ label, tags, isDisabled, onChange }} />
      {!isDisabled && (
        <div onKeyDown={onKeyDown}>
          <TextField
            label={`${label}: ${messages.addTag}`}
            isLabelHidden
            placeholder={messages.addTag}
            help={props.help ?? messages.tagsHelp}
            value={typed}
            onChange={type}
            onBlur={() => {
              if (typed.trim() !== '') add(typed);
            }}
          />
        </div>
      )}
    </div>
  );
}

function TagChips(props: {
  readonly label: string;
  readonly tags: readonly string[];
  readonly isDisabled: boolean;
  readonly onChange: (tags: readonly string[]) => void;
}): ReactNode {
  const { label, tags, isDisabled, onChange } = props;
  const ui = useMessages(uiMessages);
  if (tags.length === 0) return <span className="field-label">{label}</span>;
  return (
    <TagGroup
      {...(!isDisabled && {
        onRemove: (gone) => onChange(tags.filter((tag) => !gone.has(tag))),
      })}
    >
      <Label className="field-label">{label}</Label>
      <TagList className={styles['tag-list']}>
        {tags.map((tag) => (
          <Tag key={tag} id={tag} textValue={tag} className={styles['tag']}>
            <span className="breaks">{tag}</span>
            {!isDisabled && (
              <Button
                slot="remove"
                className={styles['tag-remove']}
                aria-label={ui.remove({ what: tag })}
              >
                <X aria-hidden size={12} />
              </Button>
            )}
          </Tag>
        ))}
      </TagList>
    </TagGroup>
  );
}
