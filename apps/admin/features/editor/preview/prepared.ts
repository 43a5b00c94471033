import { headingsIn } from '../side/headings.ts';

interface Where {
  /** The text up to the cursor. */
  readonly before: string;
  readonly nonce: string | undefined;
}

/**
 * The page without its scripts, which the frame would not run anyway, scrolled to the section that is being written:
 * nobody outside can see or say how far a frame of another origin is scrolled. Browsers that do not know
 * `scroll-initial-target` begin at the top.
 */
export function prepared(html: string, { before, nonce }: Where): string {
  // A document of its own, which loads and runs nothing.
  const page = new DOMParser().parseFromString(html, 'text/html');
  for (const script of page.querySelectorAll(
    'script, link[rel~=preload], link[rel~=modulepreload]',
  ))
    script.remove();
  const section = headingsIn(before).at(-1);
  const found = section && headingIn(page, section.text, before);
  if (found && nonce) {
    found.setAttribute('data-galley-here', '');
    const style = page.createElement('style');
    style.setAttribute('nonce', nonce);
    style.textContent =
      '[data-galley-here] { scroll-initial-target: nearest; scroll-margin: 2rem; }';
    page.head.append(style);
  }
  return `<!doctype html>${page.documentElement.outerHTML}`;
}

/** Of headings with the same words, the one that has as many of them before it as the text has. */
function headingIn(page: Document, text: string, before: string): Element | undefined {
  const count = headingsIn(before).filter((heading) => heading.text === text).length;
  const same = [...page.querySelectorAll('h1, h2, h3, h4, h5, h6')].filter((heading) =>
    heading.textContent.trim().startsWith(text),
  );
  return same[count - 1];
}
