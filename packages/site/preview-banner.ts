import { interfaceTexts, speaks } from './interface-texts.ts';
import { direction } from './languages.ts';
import { escapeHtml } from './markdown/escape-html.ts';

const robots = '<meta name="robots" content="noindex">';

/** A start tag of the page itself: what only looks like one in a comment or a script is passed over whole. */
const startTags =
  /<!--[\s\S]*?-->|<(script|style|title|textarea|template|noscript)\b[\s\S]*?<\/\1\s*>|<(head|body)(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?>/gi;

/**
 * A page with a banner as the first thing in it that says that it is a preview, and kept from search engines, whether
 * or not its theme knows of such things. Without styles of its own, since the page lets none in: `mark` has those of
 * the theme, or of the browser.
 */
export function markAsPreview(html: string, lang: string): string {
  const isHidden = html.includes('<meta name="robots"');
  let hasBanner = false;
  const marked = html.replace(startTags, (found: string, _skipped: unknown, tag?: string) => {
    if (tag === undefined) return found;
    if (tag.toLowerCase() === 'head') return isHidden ? found : `${found}\n    ${robots}`;
    if (hasBanner) return found;
    hasBanner = true;
    return `${found}\n    ${banner(lang)}`;
  });
  // A page may leave the tag out; what stands at the end belongs to its body, too.
  return hasBanner ? marked : `${marked}${banner(lang)}\n`;
}

function banner(lang: string): string {
  const text = escapeHtml(interfaceTexts(lang).preview);
  const spoken = speaks(lang) ? lang : 'en';
  const attributes = `class="galley-preview" lang="${escapeHtml(spoken)}" dir="${direction(spoken)}"`;
  return `<aside ${attributes} aria-label="${text}"><p><mark><strong>${text}</strong></mark></p></aside>`;
}
