import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import {
  EditorView,
  ViewPlugin,
  type DecorationSet,
  type PluginValue,
  type ViewUpdate,
} from '@codemirror/view';
import { DecorationBuilder } from './decoration-builder.ts';
import { decorateNode } from './markup-rules.ts';

/** Shows headings, lists, links and so on instead of their markup, except at the cursor. */
class MarkupView implements PluginValue {
  all: DecorationSet;
  hidden: DecorationSet;

  constructor(view: EditorView) {
    ({ all: this.all, hidden: this.hidden } = decorate(view));
  }

  update(update: ViewUpdate): void {
    const { docChanged, viewportChanged, selectionSet, focusChanged, startState, state } = update;
    const isParsedFurther = syntaxTree(startState) !== syntaxTree(state);
    if (docChanged || viewportChanged || selectionSet || focusChanged || isParsedFurther)
      ({ all: this.all, hidden: this.hidden } = decorate(update.view));
  }
}

function decorate(view: EditorView): ReturnType<DecorationBuilder['build']> {
  const builder = new DecorationBuilder(view.state, view.hasFocus);
  const tree = syntaxTree(view.state);
  for (const { from, to } of view.visibleRanges)
    tree.iterate({ from, to, enter: (node) => decorateNode(builder, node.node) });
  return builder.build();
}

const plugin = ViewPlugin.fromClass(MarkupView, {
  decorations: ({ all }) => all,
});

export const markup: Extension = [
  plugin,
  // The cursor skips what is hidden.
  EditorView.atomicRanges.of((view) => view.plugin(plugin)!.hidden),
];
