import type { ReactNode } from 'react';

/** A page of the site in a frame without scripts and without access to the admin, because it has user content. */
export function PageFrame(props: {
  readonly html: string;
  /** Address of the page on the site. */
  readonly url: string;
  readonly title: string;
  readonly className?: string | undefined;
}): ReactNode {
  const { html, url, title, className } = props;
  return <iframe className={className} title={title} sandbox="" srcDoc={withBase(html, url)} />;
}

/** Links resolve as on the site instead of against the admin. */
function withBase(html: string, url: string): string {
  const base = document.createElement('base');
  base.href = URL.canParse(url, location.origin) ? new URL(url, location.origin).href : '/';
  return html.replace(/<head[^>]*>/i, (head) => head + base.outerHTML);
}
