import { documents, settings } from 'galley';

// What search engines show of a title and of a description, in characters.
const longest = { title: 60, description: 160 };
const shortestDescription = 50;
const longestWord = 40;
const workMilliseconds = 8_000;
const mostRows = 1_000;

const escaped = (text) =>
  text.replace(
    /[&<>"]/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character],
  );

const has = (html, name) => new RegExp(`<meta\\s[^>]*(?:name|property)="${name}"`, 'i').test(html);

const meta = (attribute, name, content) =>
  `<meta ${attribute}="${name}" content="${escaped(content)}">`;

/** The first paragraph of the text as plain words, cut at a word; empty where there is none. */
function firstWords(html) {
  const main = /<main\b[^>]*>([\s\S]*?)<\/main>/i.exec(html)?.[1] ?? '';
  const paragraph = /<p\b[^>]*>([\s\S]*?)<\/p>/i.exec(main)?.[1] ?? '';
  const text = paragraph
    .replace(/<[^>]*>/g, '')
    .replace(/\s+/g, ' ')
    .trim();
  // It goes into an attribute as it is in the page: what was escaped there, stays so.
  if (text.length <= longest.description) return text;
  const cut = text.slice(0, longest.description);
  return `${cut.slice(0, Math.max(cut.lastIndexOf(' '), longest.description - longestWord))}…`;
}

function picture(page) {
  if (page.image !== null || !settings.image) return undefined;
  const path = settings.image.replace(/^\/?/, '/');
  const origin = settings.site || /^https?:\/\/[^/]+/.exec(page.canonical)?.[0];
  return origin && origin.replace(/\/$/, '') + path;
}

function missingTags(html, page) {
  const tags = [];
  const add = (attribute, name, content) => {
    if (content && !has(html, name)) tags.push(meta(attribute, name, content));
  };
  const unescaped = firstWords(html).replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_all, name) => ({ amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" })[name],
  );
  const description = page.description || unescaped;
  add('name', 'description', description);
  add('property', 'og:title', page.title || page.full_title);
  add('property', 'og:description', description);
  add('property', 'og:url', page.canonical);
  add('property', 'og:image', picture(page));
  add('name', 'twitter:card', page.image || picture(page) ? 'summary_large_image' : 'summary');
  add('name', 'twitter:title', page.title || page.full_title);
  add('name', 'twitter:description', description);
  return tags;
}

export const filters = {
  'page.html': (html, page) => {
    const head = html.search(/<\/head>/i);
    // A preview is for one reader, and not for search engines.
    if (head < 0 || page.is_preview) return html;
    const ready = picture(page)
      ? html.replace(/(<meta name="twitter:card" content=")summary(">)/, '$1summary_large_image$2')
      : html;
    const tags = missingTags(ready, page);
    if (tags.length === 0) return ready;
    const at = ready.search(/<\/head>/i);
    return `${ready.slice(0, at)}${tags.join('\n')}\n${ready.slice(at)}`;
  },
};

function adviceFor({ title, summary }, image) {
  const advice = [];
  if (title.length > longest.title)
    advice.push(
      `the title has ${title.length} characters, of which search engines show about ${longest.title}`,
    );
  if (!summary) advice.push('it has no summary, so that its first paragraph is shown');
  else if (summary.length > longest.description)
    advice.push(
      `the summary has ${summary.length} characters, of which search engines show about ${longest.description}`,
    );
  else if (summary.length < shortestDescription)
    advice.push(`the summary has only ${summary.length} characters`);
  if (!image) advice.push('it has no picture');
  return advice.join('; ');
}

async function pictureOf({ path }, { key }) {
  const { frontmatter } = await documents.get({ path, as: key });
  return frontmatter.image ?? settings.image;
}

export const routes = {
  'GET /report': async ({ caller }) => {
    const rows = [];
    const end = Date.now() + workMilliseconds;
    let page = 1;
    let hasMore = true;
    for (; hasMore && rows.length < mostRows && Date.now() < end; page += 1) {
      const found = await documents.list({
        as: caller.key,
        status: 'published',
        page,
        page_size: 200,
      });
      for (const document of found.items) {
        if (Date.now() > end) break;
        const advice = adviceFor(document, await pictureOf(document, caller));
        if (advice) rows.push({ document: document.path, title: document.title, advice });
      }
      hasMore = found.has_more;
    }
    const isCut = hasMore || Date.now() > end;
    const summary = isCut ? 'Only the first of your documents were looked at.' : null;
    return { rows, summary };
  },
};
