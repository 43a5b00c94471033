import type { Command } from '@codemirror/view';
import {
  Bold,
  Code,
  Heading2,
  Italic,
  Link,
  List,
  MessageSquarePlus,
  PencilLine,
  Quote,
  Strikethrough,
  type LucideIcon,
} from 'lucide-react';
import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { Toolbar } from 'react-aria-components';
import { useMessages, type TextsOf } from '../../../lib/messages.ts';
import { formatShortcut } from '../../../lib/shortcuts.ts';
import { useStore } from '../../../lib/store.ts';
import { IconButton } from '../../../ui/index.ts';
import type { DraftKind } from '../comments/commenting.ts';
import styles from '../editor.module.css';
import { useEditing } from '../use-editing.ts';
import { bold, bullets, code, italic, nextHeading, quote, strikethrough } from './format.ts';
import { selectionWatch, type SelectionPlace } from './selection-place.ts';
import { textMessages } from './text-messages.ts';

interface Tool {
  readonly name: keyof TextsOf<typeof textMessages>;
  readonly icon: LucideIcon;
  readonly run: Command | 'link' | DraftKind;
  /** Also for people who may only read the text. */
  readonly isForReaders?: true;
  readonly keys?: string;
}

const tools: readonly Tool[] = [
  { name: 'bold', icon: Bold, run: bold, keys: 'mod+b' },
  { name: 'italic', icon: Italic, run: italic, keys: 'mod+i' },
  { name: 'strikethrough', icon: Strikethrough, run: strikethrough },
  { name: 'code', icon: Code, run: code, keys: 'mod+e' },
  { name: 'link', icon: Link, run: 'link', keys: 'mod+k' },
  { name: 'heading', icon: Heading2, run: nextHeading },
  { name: 'quote', icon: Quote, run: quote, keys: 'mod+shift+9' },
  { name: 'bullets', icon: List, run: bullets, keys: 'mod+shift+8' },
  {
    name: 'comment',
    icon: MessageSquarePlus,
    run: 'comment',
    keys: 'mod+alt+m',
    isForReaders: true,
  },
  { name: 'suggest', icon: PencilLine, run: 'suggestion', isForReaders: true },
];

export function SelectionToolbar(): ReactNode {
  const { view } = useEditing();
  const watch = view.plugin(selectionWatch)!;
  const place = useStore(watch.place);
  return place && <PlacedToolbar place={place} onLeave={watch.measure} />;
}

function PlacedToolbar(props: {
  readonly place: SelectionPlace;
  readonly onLeave: () => void;
}): ReactNode {
  const { place, onLeave } = props;
  const messages = useMessages(textMessages);
  const { view, prompts } = useEditing();
  const canComment = useStore(prompts.commenting.canComment);
  const toolbar = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(0);
  useLayoutEffect(() => setWidth(toolbar.current!.offsetWidth), []);
  const use = ({ run }: Tool) => {
    if (run === 'comment' || run === 'suggestion') {
      prompts.commenting.begin(view, run);
      return;
    }
    if (run === 'link') {
      prompts.openDialog(run);
      return;
    }
    run(view);
    view.focus();
  };
  const left = Math.max(8, Math.min(place.x, innerWidth - width - 8));
  return (
    <div
      data-selection-toolbar
      className={styles['floating']}
      style={{ left, top: place.y }}
      onBlur={onLeave}
      onKeyDown={({ key }) => key === 'Escape' && view.focus()}
    >
      <Toolbar ref={toolbar} aria-label={messages.selectionTools} className={styles['tools'] ?? ''}>
        {tools
          .filter(({ isForReaders }) => (isForReaders ? canComment : !view.state.readOnly))
          .map((tool) => (
            <IconButton
              key={tool.name}
              kind="quiet"
              size="small"
              icon={tool.icon}
              onPress={() => use(tool)}
              {...(tool.keys && { shortcut: formatShortcut(tool.keys) })}
            >
              {messages[tool.name]}
            </IconButton>
          ))}
      </Toolbar>
    </div>
  );
}
