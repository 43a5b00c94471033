import { element, escapeHtml } from './html.ts';

export type Card = Readonly<Record<string, unknown>>;

const text = (card: Card, ...names: readonly string[]): string => {
  const found = names.map((name) => card[name]).find((value) => typeof value === 'string');
  return typeof found === 'string' ? found : '';
};

function picture(card: Card): string {
  const image = element('img', { src: text(card, 'src'), alt: text(card, 'alt', 'altText') });
  const shown =
    text(card, 'href') === '' ? image : element('a', { href: text(card, 'href') }, image);
  return withCaption(shown, text(card, 'caption'));
}

/** Captions are HTML. */
function withCaption(shown: string, caption: string): string {
  return caption === ''
    ? `<p>${shown}</p>`
    : element('figure', {}, shown + element('figcaption', {}, caption));
}

function gallery(card: Card): string {
  const images = Array.isArray(card['images']) ? (card['images'] as Card[]) : [];
  return images.map(picture).join('') + paragraph(text(card, 'caption'));
}

function bookmark(card: Card): string {
  const found = card['metadata'];
  const metadata = typeof found === 'object' && found !== null ? (found as Card) : {};
  const url = text(card, 'url') || text(metadata, 'url');
  return link(text(metadata, 'title') || url, url);
}

const paragraph = (html: string) => (html === '' ? '' : element('p', {}, html));
const link = (title: string, href: string) =>
  href === '' ? '' : paragraph(element('a', { href }, escapeHtml(title || href)));

function code(card: Card): string {
  const language = text(card, 'language');
  const attributes = { class: language && `language-${language}` };
  return element('pre', {}, element('code', attributes, escapeHtml(text(card, 'code'))));
}

function callout(card: Card): string {
  return element('blockquote', {}, paragraph(text(card, 'calloutText')));
}

function toggle(card: Card): string {
  return element('h4', {}, text(card, 'heading')) + text(card, 'content');
}

const button = (card: Card) =>
  link(text(card, 'buttonText', 'productButton'), text(card, 'buttonUrl', 'productUrl'));

function product(card: Card): string {
  const title = text(card, 'productTitle');
  const source = text(card, 'productImageSrc');
  return (
    (title === '' ? '' : element('h4', {}, title)) +
    (source === '' ? '' : picture({ src: source })) +
    text(card, 'productDescription') +
    button(card)
  );
}

function header(card: Card): string {
  const [title, below] = [text(card, 'header', 'heading'), text(card, 'subheader', 'subheading')];
  return (title === '' ? '' : element('h2', {}, title)) + paragraph(below) + button(card);
}

const recording = (name: 'video' | 'audio') => (card: Card) =>
  withCaption(
    element(name, { src: text(card, 'src'), controls: 'controls' }),
    text(card, 'caption'),
  );

const file = (card: Card) => link(text(card, 'fileTitle', 'fileName'), text(card, 'src'));

const renderers: Readonly<Record<string, (card: Card) => string>> = {
  image: picture,
  gallery,
  bookmark,
  callout,
  toggle,
  button,
  product,
  header,
  file,
  codeblock: code,
  code,
  audio: recording('audio'),
  video: recording('video'),
  html: (card) => text(card, 'html'),
  embed: (card) => text(card, 'html') || link('', text(card, 'url')),
  horizontalrule: () => '<hr>',
  hr: () => '<hr>',
};

/** Forms and texts for newsletters alone. */
const leftOut = new Set([
  'signup',
  'paywall',
  'email',
  'email-cta',
  'call-to-action',
  'transistor',
]);

/** HTML of a card of the editor of Ghost; undefined for an unknown one. */
export function renderCard(name: string, card: Card): string | undefined {
  if (leftOut.has(name)) return '';
  return Object.hasOwn(renderers, name) ? renderers[name]!(card) : undefined;
}
