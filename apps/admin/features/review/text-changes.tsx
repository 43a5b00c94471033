import { ArrowDown, ArrowUp, Columns2, Rows2 } from 'lucide-react';
import { useMemo, useRef, useState, type ReactNode } from 'react';
import { keepChoice, readChoice } from '../../lib/local-choice.ts';
import { useShortcut } from '../../lib/shortcuts.ts';
import { useWide } from '../../lib/use-wide.ts';
import { useWords } from '../../lib/words.ts';
import { Empty, IconButton } from '../../ui/index.ts';
import { compareWords } from './compare-words.ts';
import type { Compared } from './compared.ts';
import { diffBlocks } from './diff-rows.ts';
import styles from './review.module.css';
import { TextDiff, type DiffLayout } from './text-diff.tsx';

export function TextChanges({ edits }: { readonly edits: Compared['body_diff'] }): ReactNode {
  const words = useWords(compareWords);
  const blocks = useMemo(() => diffBlocks(edits), [edits]);
  const isWide = useWide();
  const [layout, setLayout] = useState<DiffLayout>(() =>
    readChoice('review-layout') === 'sides' ? 'sides' : 'inline',
  );
  const count = blocks.filter(({ isChange }) => isChange).length;
  const choose = (chosen: DiffLayout) => {
    keepChoice('review-layout', chosen);
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
  useShortcut({ keys: 'j', label: words.nextChange, run: () => go(1) }, count > 0);
  useShortcut({ keys: 'k', label: words.previousChange, run: () => go(-1) }, count > 0);
  if (count === 0) return <Empty title={words.sameText}>{words.sameTextAbout}</Empty>;
  return (
    <div ref={frame}>
      <div className={styles['diffBar']}>
        <span className="soft small grow" aria-live="polite">
          {at >= 0 ? words.position(Math.min(at, count - 1) + 1, count) : words.count(count)}
        </span>
        <IconButton kind="quiet" size="small" icon={ArrowUp} shortcut="k" onPress={() => go(-1)}>
          {words.previousChange}
        </IconButton>
        <IconButton kind="quiet" size="small" icon={ArrowDown} shortcut="j" onPress={() => go(1)}>
          {words.nextChange}
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
  const words = useWords(compareWords);
  return (
    <span className={styles['toggle']} role="group" aria-label={words.layout}>
      <IconButton
        kind="quiet"
        size="small"
        icon={Rows2}
        isPressed={layout === 'inline'}
        onPress={() => onChoose('inline')}
      >
        {words.inline}
      </IconButton>
      <IconButton
        kind="quiet"
        size="small"
        icon={Columns2}
        isPressed={layout === 'sides'}
        onPress={() => onChoose('sides')}
      >
        {words.sides}
      </IconButton>
    </span>
  );
}
