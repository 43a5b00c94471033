import type { MediaDetail } from '@galley/sdk';
import type { ReactNode } from 'react';
import { hasCapability, useSession } from '../../app/session.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useMessages } from '../../lib/messages.ts';
import { Checkbox, ErrorNotice, Notice, TextField } from '../../ui/index.ts';
import { itemMessages } from './item-messages.ts';
import { kindOf } from './media-metadata.ts';
import { TagField } from './tag-field.tsx';
import type { ItemDraft } from './use-item-draft.ts';
import styles from './media.module.css';

export function ItemForm(props: {
  readonly item: MediaDetail;
  readonly draft: ItemDraft;
}): ReactNode {
  const { item, draft } = props;
  const messages = useMessages(itemMessages);
  const session = useSession();
  const isDisabled = !hasCapability(session, 'media.write');
  const { texts, change, isStale, error } = draft;
  const errors = fieldErrors(error);
  const shared = (name: 'title' | 'caption' | 'credit', maxLength: number) => ({
    label: messages[name],
    value: texts[name],
    onChange: (value: string) => change({ [name]: value }),
    error: errors[`metadata.${name}`],
    isDisabled,
    maxLength,
  });
  return (
    <div className={`stack ${styles['form']}`}>
      {isStale && (
        <Notice tone="warn" title={messages.stale}>
          {messages.staleText}
        </Notice>
      )}
      <ErrorNotice error={error} />
      {kindOf(item) === 'image' && (
        <AltFields {...{ texts, change, isDisabled }} error={errors['metadata.alt']} />
      )}
      <TextField {...shared('title', 500)} help={messages.titleHelp} />
      <TextField {...shared('caption', 5000)} rows={2} help={messages.captionHelp} />
      <TextField {...shared('credit', 500)} help={messages.creditHelp} />
      <TagField
        tags={texts.tags}
        onChange={(tags) => change({ tags })}
        label={messages.tags}
        isDisabled={isDisabled}
      />
    </div>
  );
}

function AltFields({
  texts,
  change,
  isDisabled,
  error,
}: Pick<ItemDraft, 'texts' | 'change'> & {
  readonly isDisabled: boolean;
  readonly error: string | undefined;
}): ReactNode {
  const messages = useMessages(itemMessages);
  return (
    <>
      <TextField
        label={messages.alt}
        help={messages.altHelp}
        rows={2}
        maxLength={2000}
        value={texts.decorative ? '' : texts.alt}
        onChange={(alt) => change({ alt })}
        error={error}
        isDisabled={isDisabled || texts.decorative}
      />
      <Checkbox
        isSelected={texts.decorative}
        onChange={(decorative) => change({ decorative })}
        help={messages.decorativeHelp}
        isDisabled={isDisabled}
      >
        {messages.decorative}
      </Checkbox>
    </>
  );
}
