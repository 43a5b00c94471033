import { resolveContentPath } from '@galley/site';

/** Fenced blocks and code in a line, or the address of a link of Markdown or HTML. */
const codeOrLink =
  /^(?<indent>[ \t]*)(?<fence>`{3,}|~{3,})[^\n]*\n[^]*?(?:\n[ \t]*\k<fence>|$(?![^]))|(?<ticks>`+)[^]*?\k<ticks>|(?<before>\]\(<?|\]:[ \t]*<?|\b(?:href|src)=["']?)(?<address>[^\s)"'<>]+)/gm;

/** `rewrite` gets content paths with what follows them, and answers undefined to keep the address. */
export function rewriteLinks(
  body: string,
  from: string,
  rewrite: (path: string) => string | undefined,
): string {
  return body.replace(codeOrLink, (...match: unknown[]) => {
    const whole = match[0] as string;
    const { before, address } = match.at(-1) as { readonly before?: string; address?: string };
    if (address === undefined) return whole;
    const target = resolveContentPath(address, from);
    const found = target && rewrite(target.path);
    return found === undefined ? whole : `${before}${found}${target!.suffix}`;
  });
}
