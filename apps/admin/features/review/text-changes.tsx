import { ArrowDown, ArrowUp, Columns2, Rows2 } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { storePreference, readPreference } from '../../lib/local-preference.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useWideScreen } from '../../lib/use-wide-screen.ts';
import { useMessages } from '../../lib/messages.ts';
import { EmptyState, IconButton } from '../../ui/index.ts';
import { compareMessages } from './compare-messages.ts';
import type { ComparisonResult } from './comparison.ts';
import { diffBlocks } from './diff-rows.ts';
import styles from './review.module.css';
import { TextDiff, type DiffLayout } from './text-diff.tsx';

export function TextChanges({
  edits,
}: {
  readonly edits: ComparisonResult['body_diff'];
}): ReactNode {
  const messages = useMessages(compareMessages);
  const blocks = useMemo(() => diffBlocks(edits), [edits]);
  const isWide = useWideScreen();
  const [layout, setLayout] = useState<DiffLayout>(() =>
    readPreference('review-layout') === 'sides' ? 'sides' : 'inline',
  );
  const count = blocks.filter(({ isChange }) => isChange).length;
  const choose = (chosen: DiffLayout) => {
    storePreference('review-layout', chosen);
    setLayout(chosen);
  };
  const frame = useRef<HTMLDivElement>(null);
  const [at, setAt] = useState(-1);
  const go = (by: 1 | -1) => {
    const next = Math.max(0, Math.min(count - 1, at === -1 ? (by === 1 ? 0 : count - 1) : at + by));
    setAt(next);
    const change = frame.current?.querySelectorAll<HTMLElement>('[data-change]')[next];
    change?.focus({ preventScroll: true });
    change?.scrollIntoView({ block: 'center' });
  };
  useShortcut({ keys: 'j', label: messages.nextChange, run: () => go(1) }, count > 0);
  useShortcut({ keys: 'k', label: messages.previousChange, run: () => go(-1) }, count > 0);
  if (count === 0)
    return <EmptyState title={messages.sameText}>{messages.sameTextAbout}</EmptyState>;
  return (
    <div ref={frame}>
      <div className={styles['diffBar']}>
        <span className="soft small grow" aria-live="polite">
          {at >= 0
            ? messages.position({ at: Math.min(at, count - 1) + 1, of: count })
            : messages.count({ count })}
        </span>
        <IconButton kind="quiet" size="small" icon={ArrowUp} shortcut="k" onPress={() => go(-1)}>
          {messages.previousChange}
        </IconButton>
        <IconButton kind="quiet" size="small" icon={ArrowDown} shortcut="j" onPress={() => go(1)}>
          {messages.nextChange}
        </IconButton>
        {isWide && <LayoutChoice layout={layout} onChoose={choose} />}
      </div>
      <TextDiff blocks={blocks} layout={isWide ? layout : 'inline'} />
    </div>
  );
}

function LayoutChoice(props: {
  readonly layout: DiffLayout;
  readonly onChoose: (layout: DiffLayout) => void;
}): ReactNode {
  const { layout, onChoose } = props;
  const messages = useMessages(compareMessages);
  return (
    <span className={styles['toggle']} role="group" aria-label={messages.layout}>
      <IconButton
        kind="quiet"
        size="small"
        icon={Rows2}
        isPressed={layout === 'inline'}
        onPress={() => onChoose('inline')}
      >
        {messages.inline}
      </IconButton>
      <IconButton
        kind="quiet"
        size="small"
        icon={Columns2}
        isPressed={layout === 'sides'}
        onPress={() => onChoose('sides')}
      >
        {messages.sides}
      </IconButton>
    </span>
  );
}
