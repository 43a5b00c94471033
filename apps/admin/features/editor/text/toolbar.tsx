import { redo, undo } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { Command } from '@codemirror/view';
import {
  Bold,
  Braces,
  Code,
  Footprints,
  Heading2,
  Image,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  Quote,
  Redo2,
  Search,
  Table,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import type { ReactNode } from 'react';
import { Separator, Toolbar as AriaToolbar } from 'react-aria-components';
import { formatShortcut } from '../../../lib/shortcuts.ts';
import { useMessages } from '../../../lib/messages.ts';
import { IconButton } from '../../../ui/index.ts';
import styles from '../editor.module.css';
import { useEditing } from '../use-editing.ts';
import {
  bold,
  bullets,
  code,
  codeBlock,
  footnote,
  italic,
  nextHeading,
  numbers,
  quote,
  rule,
  table,
  tasks,
} from './format.ts';
import { textMessages } from './text-messages.ts';

interface Tool {
  readonly name: keyof (typeof textMessages)['en'];
  readonly icon: LucideIcon;
  readonly run: Command | 'link' | 'image';
  readonly keys?: string;
  /** Leaves the focus where the command puts it, such as in the search panel. */
  readonly keepsFocus?: true;
}

const tools: readonly (readonly Tool[])[] = [
  [
    { name: 'undo', icon: Undo2, run: undo, keys: 'mod+z' },
    { name: 'redo', icon: Redo2, run: redo, keys: 'mod+shift+z' },
  ],
  [
    { name: 'heading', icon: Heading2, run: nextHeading },
    { name: 'bold', icon: Bold, run: bold, keys: 'mod+b' },
    { name: 'italic', icon: Italic, run: italic, keys: 'mod+i' },
    { name: 'code', icon: Code, run: code, keys: 'mod+e' },
    { name: 'link', icon: Link, run: 'link', keys: 'mod+k' },
  ],
  [
    { name: 'bullets', icon: List, run: bullets, keys: 'mod+shift+8' },
    { name: 'numbers', icon: ListOrdered, run: numbers, keys: 'mod+shift+7' },
    { name: 'tasks', icon: ListChecks, run: tasks },
    { name: 'quote', icon: Quote, run: quote, keys: 'mod+shift+9' },
  ],
  [
    { name: 'image', icon: Image, run: 'image' },
    { name: 'table', icon: Table, run: table },
    { name: 'codeBlock', icon: Braces, run: codeBlock },
    { name: 'footnote', icon: Footprints, run: footnote },
    { name: 'rule', icon: Minus, run: rule },
  ],
  [{ name: 'find', icon: Search, run: openSearchPanel, keys: 'mod+f', keepsFocus: true }],
];

export function Toolbar(): ReactNode {
  const messages = useMessages(textMessages);
  const { view, prompts } = useEditing();
  const use = ({ run, keepsFocus }: Tool) => {
    if (typeof run === 'string') {
      prompts.openDialog(run);
      return;
    }
    run(view);
    if (!keepsFocus) view.focus();
  };
  return (
    <AriaToolbar className={styles['toolbar'] ?? ''} aria-label={messages.formatting}>
      {tools.flatMap((group, place) => [
        place > 0 && (
          <Separator key={place} orientation="vertical" className={styles['gap'] ?? ''} />
        ),
        ...group.map((tool) => (
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
        )),
      ])}
    </AriaToolbar>
  );
}
