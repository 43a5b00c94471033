import { syntaxTree } from '@codemirror/language';
import type { Extension } from '@codemirror/state';
import { EditorView, ViewPlugin, type ViewUpdate } from '@codemirror/view';
import { DecorationBuilder } from './decoration-builder.ts';
import { decorateNode } from './markup-rules.ts';

/** Shows headings, lists, links and so on instead of their markup, except at the cursor. */
export function markup(path: () => string): Extension {
  const decorate = (view: EditorView) => {
    const builder = new DecorationBuilder(view, path());
    const tree = syntaxTree(view.state);
    for (const { from, to } of view.visibleRanges)
      tree.iterate({ from, to, enter: (node) => decorateNode(builder, node.node) });
    return builder.build();
  };
  const plugin = ViewPlugin.define(
    (view) => ({
      shown: decorate(view),
      update(update: ViewUpdate) {
        if (isAffected(update)) this.shown = decorate(update.view);
      },
    }),
    { decorations: ({ shown }) => shown.all },
  );
  return [
    plugin,
    // The cursor skips what is hidden.
    EditorView.atomicRanges.of((view) => view.plugin(plugin)!.shown.hidden),
  ];
}

function isAffected(update: ViewUpdate): boolean {
  const { docChanged, viewportChanged, selectionSet, focusChanged, startState, state } = update;
  const isParsedFurther = syntaxTree(startState) !== syntaxTree(state);
  return docChanged || viewportChanged || selectionSet || focusChanged || isParsedFurther;
}
