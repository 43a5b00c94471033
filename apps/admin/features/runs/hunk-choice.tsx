import type { ReactNode } from 'react';
import { useMessages } from '../../lib/messages.ts';
import { Badge, Checkbox } from '../../ui/index.ts';
import { commentMessages } from './comment-messages.ts';
import { hasChoice, usePatchReview } from './patch-review.tsx';

export function HunkChoice(props: {
  readonly id: string | undefined;
  /** Accessible name of the hunk or file. */
  readonly about: string;
}): ReactNode {
  const { id, about } = props;
  const messages = useMessages(commentMessages);
  const review = usePatchReview();
  if (!review || !hasChoice(review, id)) return null;
  if (review.leftOut.has(id)) return <Badge tone="warn">{messages.leftOut}</Badge>;
  return (
    <Checkbox
      isSelected={!review.omitted.has(id)}
      onChange={(isChosen) => review.choose(id, isChosen)}
    >
      {messages.acceptChange}
      <span className="sr-only">: {about}</span>
    </Checkbox>
  );
}
