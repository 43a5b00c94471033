import { builtInSiteTexts, type SiteTexts } from './texts/site-texts.ts';
import { direction } from './languages.ts';
import { escapeHtml } from './markdown/escape-html.ts';

const robots = '<meta name="robots" content="noindex">';

/** Skips comments and scripts as a whole. */
const startTags =
  /<!--[\s\S]*?-->|<(script|style|title|textarea|template|noscript)\b[\s\S]*?<\/\1\s*>|<(head|body)(?:\s(?:[^>"']|"[^"]*"|'[^']*')*)?>/gi;

/** Also excludes the page from search engines. `mark`, because the page allows no inline styles. */
export function markAsPreview(html: string, lang: string, texts = builtInSiteTexts): string {
  const isHidden = html.includes('<meta name="robots"');
  let hasBanner = false;
  const marked = html.replace(startTags, (found: string, _skipped: unknown, tag?: string) => {
    if (tag === undefined) return found;
    if (tag.toLowerCase() === 'head') return isHidden ? found : `${found}\n    ${robots}`;
    if (hasBanner) return found;
    hasBanner = true;
    return `${found}\n    ${banner(lang, texts)}`;
  });
  // The body tag is optional.
  return hasBanner ? marked : `${marked}${banner(lang, texts)}\n`;
}

function banner(lang: string, texts: SiteTexts): string {
  const text = escapeHtml(texts.for(lang).preview);
  const spoken = texts.has(lang) ? lang : 'en';
  const attributes = `class="galley-preview" lang="${escapeHtml(spoken)}" dir="${direction(spoken)}"`;
  return `<aside ${attributes} aria-label="${text}"><p><mark><strong>${text}</strong></mark></p></aside>`;
}
