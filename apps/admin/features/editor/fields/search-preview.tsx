import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { documentTypesQuery } from '../../../lib/document-types.ts';
import { useMessages } from '../../../lib/messages.ts';
import { publicAddress } from '../../../lib/public-address.ts';
import { Notice } from '../../../ui/index.ts';
import { useDebouncedText, useEditingState } from '../use-editing.ts';
import { useCoverQuery } from './cover-item.ts';
import { fieldMessages } from './field-messages.ts';
import styles from './fields.module.css';
import { useText } from './plain-field.tsx';
import { beginningOf } from './text-beginning.ts';
import { decodeUrl, useAddress } from './slug-field.tsx';

/** The result of a search engine, and the card of a shared link. */
export function SearchPreview(): ReactNode {
  const messages = useMessages(fieldMessages);
  const isHidden = useEditingState(({ values }) => values['noindex'] === true);
  const shown = usePagePreview();
  if (!shown) return null;
  const { host, trail, title, fullTitle, description, image } = shown;
  return (
    <>
      <div role="group" aria-label={messages.searchPreview} className={styles['chips']}>
        <span className="field-label">{messages.searchPreview}</span>
        {isHidden ? (
          <Notice>{messages.isHidden}</Notice>
        ) : (
          <div className={styles['snippet']}>
            <span className={styles['address']}>
              {host} {trail}
            </span>
            <span className={styles['snippet-title']}>{cut(fullTitle, 60)}</span>
            <span className={styles['snippet-text']}>{cut(description, 160)}</span>
          </div>
        )}
      </div>
      <div role="group" aria-label={messages.socialPreview} className={styles['chips']}>
        <span className="field-label">{messages.socialPreview}</span>
        <div className={styles['card']}>
          {image !== undefined && <img src={image} alt="" className={styles['card-picture']} />}
          <div className={styles['card-body']}>
            <span className="soft small">{host}</span>
            <span className={styles['card-title']}>{title}</span>
            <span className={styles['snippet-text']}>{description}</span>
          </div>
        </div>
      </div>
    </>
  );
}

function usePagePreview() {
  const { data } = useQuery(documentTypesQuery);
  const lang = useEditingState(({ detail }) => detail.lang);
  const own = useWritten(data?.page_keys);
  const image = useCardImage(data?.site.image);
  const { url } = useAddress();
  if (!data) return undefined;
  const { url: siteUrl, titles, title_separator: separator } = data.site;
  const siteTitle = titles[lang] ?? '';
  const isHome = ['/', `/${lang}/`].includes(url);
  const title = isHome ? siteTitle : own.title;
  return {
    host: new URL(siteUrl).host,
    trail: trailOf(url),
    fullTitle: own.seoTitle || joinTitles(title, separator, siteTitle),
    title: own.seoTitle || title,
    description: own.description,
    image,
  };
}

function joinTitles(title: string, separator: string, siteTitle: string): string {
  return title === siteTitle ? title : `${title} ${separator} ${siteTitle}`;
}

/** Keys that a custom field replaces have no effect. */
function useWritten(keys: readonly string[] = []) {
  const body = useDebouncedText();
  const known = useEditingState(({ detail }) => detail.title);
  const texts = { title: useText('seo_title'), description: useText('seo_description') };
  const summary = useText('summary');
  const title = useText('title');
  const description = keys.includes('seo_description') ? texts.description.trim() : '';
  return {
    title: title || known,
    seoTitle: keys.includes('seo_title') ? texts.title.trim() : '',
    description: description || summary || beginningOf(body),
  };
}

/** `/posts/ink/` → `› posts › ink` */
function trailOf(url: string): string {
  const parts = decodeUrl(url).split('/').filter(Boolean);
  return parts.map((part) => `› ${part}`).join(' ');
}

function useCardImage(fallback: string | null | undefined): string | undefined {
  const path = useText('image');
  const { item } = useCoverQuery();
  if (item) return item.thumbnail_url ?? item.url;
  const address = path.startsWith('media/') ? `/${path}` : path || fallback;
  return address ? publicAddress(address) : undefined;
}

/** As search engines do: at a word. */
function cut(text: string, length: number): string {
  if (text.length <= length) return text;
  const start = text.slice(0, length);
  return `${start.slice(0, Math.max(start.lastIndexOf(' '), length - 20))} …`;
}
