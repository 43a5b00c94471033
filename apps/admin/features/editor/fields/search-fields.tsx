import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { useMessages } from '../../../lib/messages.ts';
import { Checkbox } from '../../../ui/index.ts';
import { useEditing, useEditingState } from '../use-editing.ts';
import { fieldMessages } from './field-messages.ts';
import { PlainField, useText } from './plain-field.tsx';
import { SearchPreview } from './search-preview.tsx';
import { countLetters, descriptionLength, titleLength } from './summary-field.tsx';
import { useCanEdit } from './use-can-edit.ts';

export const searchNames = ['seo_title', 'seo_description', 'canonical', 'noindex'] as const;

export function SearchFields(): ReactNode {
  const messages = useMessages(fieldMessages);
  const { data } = useQuery(documentTypesQuery);
  const title = useText('seo_title');
  const description = useText('seo_description');
  const summary = useText('summary');
  const shownTitle = useText('title');
  const canonical = useText('canonical');
  const isAddress = canonical === '' || /^(https?:\/\/|\/(?!\/))/i.test(canonical);
  if (!data) return null;
  const { page_keys: keys } = data;
  return (
    <>
      <SearchPreview />
      {keys.includes('seo_title') && (
        <PlainField
          name="seo_title"
          label={messages.seoTitle}
          placeholder={shownTitle}
          help={
            <>
              {messages.seoTitleHelp}{' '}
              {messages.lengthOf({ count: countLetters(title), most: titleLength })}
            </>
          }
        />
      )}
      {keys.includes('seo_description') && (
        <PlainField
          name="seo_description"
          label={messages.seoDescription}
          rows={3}
          placeholder={summary}
          help={
            <>
              {messages.seoDescriptionHelp}{' '}
              {messages.lengthOf({ count: countLetters(description), most: descriptionLength })}
            </>
          }
        />
      )}
      {keys.includes('canonical') && (
        <PlainField
          name="canonical"
          label={messages.canonical}
          help={messages.canonicalHelp}
          error={isAddress ? undefined : messages.canonicalBad}
        />
      )}
      <NoIndex />
    </>
  );
}

function NoIndex(): ReactNode {
  const messages = useMessages(fieldMessages);
  const editing = useEditing();
  const isHidden = useEditingState(({ values }) => values['noindex'] === true);
  const isDisabled = !useCanEdit();
  return (
    <div data-field="noindex">
      <Checkbox
        isSelected={isHidden}
        onChange={(isOn) => editing.setValue(['noindex'], isOn ? true : undefined)}
        isDisabled={isDisabled}
        help={messages.noindexHelp}
      >
        {messages.noindex}
      </Checkbox>
    </div>
  );
}
