import { redo, undo } from '@codemirror/commands';
import { openSearchPanel } from '@codemirror/search';
import type { EditorView } from '@codemirror/view';
import {
  Bold,
  Braces,
  Code,
  FileCode2,
  Footprints,
  Heading2,
  Image,
  Italic,
  Link,
  List,
  ListChecks,
  ListOrdered,
  Minus,
  MoreHorizontal,
  Quote,
  Redo2,
  Search,
  Table,
  Undo2,
  type LucideIcon,
} from 'lucide-react';
import { Fragment, useRef, type ReactNode } from 'react';
import { Separator, Toolbar as AriaToolbar } from 'react-aria-components';
import { formatShortcut, useShortcut } from '../../../lib/shortcuts.ts';
import { useStore } from '../../../lib/store.ts';
import { useMessages, type TextsOf } from '../../../lib/messages.ts';
import { IconButton, Menu } from '../../../ui/index.ts';
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
import { openTableMenu } from './visual/tables/table-menu-button.ts';
import { editorMode, toggleMode } from './visual/visual-mode.ts';
import { textMessages } from './text-messages.ts';
import { useFittingCount } from './use-fitting-count.ts';

interface Tool {
  readonly name: keyof TextsOf<typeof textMessages>;
  readonly icon: LucideIcon;
  readonly run: ((view: EditorView) => unknown) | 'link' | 'image';
  readonly keys?: string;
  /** Leaves the focus where the command puts it, such as in the search panel. */
  readonly keepsFocus?: true;
}

/** In a narrow toolbar, the last tools are in a menu. */
const tools: readonly (readonly Tool[])[] = [
  [
    { name: 'undo', icon: Undo2, run: undo, keys: 'mod+z' },
    { name: 'redo', icon: Redo2, run: redo, keys: 'mod+shift+z' },
  ],
  [
    { name: 'heading', icon: Heading2, run: nextHeading },
    { name: 'bold', icon: Bold, run: bold, keys: 'mod+b' },
    { name: 'italic', icon: Italic, run: italic, keys: 'mod+i' },
    { name: 'link', icon: Link, run: 'link', keys: 'mod+k' },
    { name: 'image', icon: Image, run: 'image' },
  ],
  [
    { name: 'bullets', icon: List, run: bullets, keys: 'mod+shift+8' },
    { name: 'numbers', icon: ListOrdered, run: numbers, keys: 'mod+shift+7' },
    { name: 'tasks', icon: ListChecks, run: tasks },
    { name: 'quote', icon: Quote, run: quote, keys: 'mod+shift+9' },
  ],
  [
    { name: 'code', icon: Code, run: code, keys: 'mod+e' },
    {
      name: 'table',
      icon: Table,
      run: (view) => openTableMenu(view) || table(view),
      keepsFocus: true,
    },
    { name: 'codeBlock', icon: Braces, run: codeBlock },
    { name: 'footnote', icon: Footprints, run: footnote },
    { name: 'rule', icon: Minus, run: rule },
  ],
  [
    { name: 'find', icon: Search, run: openSearchPanel, keys: 'mod+f', keepsFocus: true },
    { name: 'source', icon: FileCode2, run: toggleMode, keys: 'mod+shift+m' },
  ],
];

const groupSizes = tools.map((group) => group.length);
const allTools = tools.flat();

export function Toolbar(): ReactNode {
  const messages = useMessages(textMessages);
  const { view, prompts } = useEditing();
  const toolbar = useRef<HTMLDivElement>(null);
  const count = useFittingCount(toolbar, groupSizes);
  const mode = useStore(editorMode);
  useShortcut({ keys: 'mod+shift+m', label: messages.source, run: toggleMode });
  const nameOf = ({ name }: Tool) =>
    messages[name === 'source' && mode === 'source' ? 'visual' : name];
  const use = ({ run, keepsFocus }: Tool) => {
    if (typeof run === 'string') {
      prompts.openDialog(run);
      return;
    }
    run(view);
    if (!keepsFocus) view.focus();
  };
  return (
    <AriaToolbar ref={toolbar} className={styles['toolbar'] ?? ''} aria-label={messages.formatting}>
      {allTools.slice(0, count).map((tool, place) => (
        <Fragment key={tool.name}>
          {place > 0 && tools.some(([first]) => first === tool) && <Gap />}
          <IconButton
            kind="quiet"
            size="small"
            icon={tool.icon}
            onPress={() => use(tool)}
            {...(tool.keys && { shortcut: formatShortcut(tool.keys) })}
          >
            {nameOf(tool)}
          </IconButton>
        </Fragment>
      ))}
      {count < allTools.length && (
        <>
          <Gap />
          {/* The menu returns the focus to its button when it closes, so the tool is used after that. */}
          <RestMenu tools={allTools.slice(count)} onUse={(tool) => setTimeout(() => use(tool))} />
        </>
      )}
    </AriaToolbar>
  );
}

function Gap(): ReactNode {
  return <Separator orientation="vertical" className={styles['gap'] ?? ''} />;
}

function RestMenu(props: {
  readonly tools: readonly Tool[];
  readonly onUse: (tool: Tool) => void;
}): ReactNode {
  const messages = useMessages(textMessages);
  const actions = props.tools.map((tool) => ({
    id: tool.name,
    label: messages[tool.name],
    icon: tool.icon,
    onAction: () => props.onUse(tool),
    ...(tool.keys && { shortcut: formatShortcut(tool.keys) }),
  }));
  return (
    <Menu label={messages.moreFormatting} actions={actions}>
      <IconButton kind="quiet" size="small" icon={MoreHorizontal}>
        {messages.moreFormatting}
      </IconButton>
    </Menu>
  );
}
