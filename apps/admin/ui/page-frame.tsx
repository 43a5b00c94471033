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
  return <iframe className={className} title={title} sandbox="" srcDoc={prepared(html, url)} />;
}

/** Links resolve as on the site instead of against the admin. Scripts would only log that the frame refuses them. */
function prepared(html: string, url: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  const scripts = 'script, link[rel~=preload], link[rel~=modulepreload]';
  for (const script of page.querySelectorAll(scripts)) script.remove();
  const base = page.createElement('base');
  base.href = URL.canParse(url, location.origin) ? new URL(url, location.origin).href : '/';
  page.head.prepend(base);
  return `<!doctype html>${page.documentElement.outerHTML}`;
}
