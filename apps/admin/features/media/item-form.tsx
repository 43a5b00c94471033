import type { MediaDetail } from '@galley/sdk';
import type { ReactNode } from 'react';
import { may, useSession } from '../../app/session.ts';
import { fieldErrors } from '../../lib/problem-text.ts';
import { useWords } from '../../lib/words.ts';
import { Checkbox, ErrorNotice, Notice, TextField } from '../../ui/index.ts';
import { itemWords } from './item-words.ts';
import { kindOf } from './media-facts.ts';
import { TagField } from './tag-field.tsx';
import type { ItemDraft } from './use-item-draft.ts';
import styles from './media.module.css';

export function ItemForm(props: {
  readonly item: MediaDetail;
  readonly draft: ItemDraft;
}): ReactNode {
  const { item, draft } = props;
  const words = useWords(itemWords);
  const session = useSession();
  const isDisabled = !may(session, 'media.write');
  const { texts, change, isStale, error } = draft;
  const errors = fieldErrors(error);
  const shared = (name: 'title' | 'caption' | 'credit', maxLength: number) => ({
    label: words[name],
    value: texts[name],
    onChange: (value: string) => change({ [name]: value }),
    error: errors[`metadata.${name}`],
    isDisabled,
    maxLength,
  });
  return (
    <div className={`stack ${styles['form']}`}>
      {isStale && (
        <Notice tone="warn" title={words.stale}>
          {words.staleText}
        </Notice>
      )}
      <ErrorNotice error={error} />
      {kindOf(item) === 'image' && (
        <AltFields {...{ texts, change, isDisabled }} error={errors['metadata.alt']} />
      )}
      <TextField {...shared('title', 500)} help={words.titleHelp} />
      <TextField {...shared('caption', 5000)} rows={2} help={words.captionHelp} />
      <TextField {...shared('credit', 500)} help={words.creditHelp} />
      <TagField
        tags={texts.tags}
        onChange={(tags) => change({ tags })}
        label={words.tags}
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
  const words = useWords(itemWords);
  return (
    <>
      <TextField
        label={words.alt}
        help={words.altHelp}
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
        help={words.decorativeHelp}
        isDisabled={isDisabled}
      >
        {words.decorative}
      </Checkbox>
    </>
  );
}
