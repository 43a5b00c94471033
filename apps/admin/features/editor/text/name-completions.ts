import type { CompletionContext, CompletionResult } from '@codemirror/autocomplete';
import { galley } from '../../../lib/galley.ts';
import { findLinkTargets } from './find-link-targets.ts';
import { escapeBrackets, linkDestination } from './format.ts';
import { isInCode, isInLink } from './syntax-at.ts';

type Source = (context: CompletionContext) => Promise<CompletionResult | null>;

/** Null where the text is no Markdown. */
function typedBefore(context: CompletionContext, pattern: RegExp): string | undefined {
  const { state, pos } = context;
  const { from } = state.doc.lineAt(pos);
  const [, typed] = pattern.exec(state.sliceDoc(Math.max(from, pos - 80), pos)) ?? [];
  const isText = !state.readOnly && !isInCode(state, pos) && !isInLink(state, pos);
  return isText ? typed : undefined;
}

function signalOf(context: CompletionContext): AbortSignal {
  const controller = new AbortController();
  context.addEventListener('abort', () => controller.abort(), { onDocChange: true });
  return controller.signal;
}

/** Two brackets find a document, and become a link. */
export const documentSource: Source = async (context) => {
  const typed = typedBefore(context, /\[\[([^[\]]*)$/);
  if (typed === undefined) return null;
  const signal = signalOf(context);
  const targets = await findLinkTargets(typed.trim(), { isReaderOfAll: false, signal });
  return {
    from: context.pos - typed.length - 2,
    filter: false,
    options: targets.map(({ title, path, url }) => ({
      label: title || path,
      detail: path,
      apply: `[${escapeBrackets(title || path)}](${linkDestination(url)})`,
    })),
  };
};

/** The name of a colleague, as bylines show it. */
export function peopleSource(path: () => string): Source {
  return async (context) => {
    const typed = typedBefore(context, /(?:^|[\s(])@([\p{L}\d._-]*)$/u);
    if (typed === undefined) return null;
    const asked = { path: path(), ...(typed !== '' && { q: typed }) };
    // People without the permission to see others are offered none.
    const people = await galley.documents
      .people(asked, { signal: signalOf(context), background: true })
      .catch(() => []);
    return {
      from: context.pos - typed.length - 1,
      filter: false,
      options: people.map(({ username, name }) => ({
        label: name || username,
        ...(name && { detail: username }),
        apply: name || username,
      })),
    };
  };
}

const maxEmoji = 30;

/** A colon and two letters of a name, such as `:smile`. */
export const emojiSource: Source = async (context) => {
  const typed = typedBefore(context, /(?:^|[\s(]):([a-z\d+-][\w+-]+):?$/i)?.toLowerCase();
  if (typed === undefined) return null;
  const { gemoji } = await import('gemoji');
  const ranked = gemoji.flatMap(({ emoji, names, tags }) => {
    const name = names.find((one) => one.startsWith(typed));
    const other = name ?? [...names, ...tags].find((one) => one.includes(typed));
    return other === undefined ? [] : [{ emoji, name: name ?? names[0]!, isFirst: Boolean(name) }];
  });
  const found = ranked.toSorted(
    (a, b) => Number(b.isFirst) - Number(a.isFirst) || a.name.length - b.name.length,
  );
  const isClosed = context.state.sliceDoc(context.pos - 1, context.pos) === ':';
  return {
    from: context.pos - typed.length - (isClosed ? 2 : 1),
    filter: false,
    options: found.slice(0, maxEmoji).map(({ emoji, name }) => ({
      label: `${emoji} ${name.replaceAll('_', ' ')}`,
      apply: emoji,
    })),
  };
};
