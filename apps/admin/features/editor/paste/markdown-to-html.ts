import { Marked } from 'marked';
import { parseHtml } from './dom.ts';

const marked = new Marked({ gfm: true, async: false });

/** For other programs, in which addresses of this site need its host. */
export function markdownToHtml(markdown: string): string {
  const page = parseHtml(marked.parse(markdown) as string);
  for (const element of page.querySelectorAll('script, style, iframe, object, embed'))
    element.remove();
  for (const name of ['href', 'src'])
    for (const element of page.querySelectorAll(`[${name}^="/"]`))
      element.setAttribute(name, new URL(element.getAttribute(name)!, location.origin).href);
  return page.body.innerHTML;
}
