import type { ReactNode } from 'react';
import { useMessages } from '../../../lib/messages.ts';
import { fieldMessages } from './field-messages.ts';
import { PlainField, useText } from './plain-field.tsx';

/** As much of a description as search engines show. */
export const descriptionLength = 160;
export const titleLength = 60;

export function SummaryField(): ReactNode {
  const messages = useMessages(fieldMessages);
  const summary = useText('summary');
  return (
    <PlainField
      name="summary"
      label={messages.summary}
      rows={3}
      help={
        <>
          {messages.summaryHelp}{' '}
          {messages.lengthOf({ count: countLetters(summary), most: descriptionLength })}
        </>
      }
    />
  );
}

export function countLetters(text: string): number {
  return [...text.trim()].length;
}
