import type { RequestHandler } from 'express';
import type { PreviewLinkService } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import type { PublicSite, SiteResponse } from '@galley/site';
import { sendPage } from '../site/send-page.ts';

/** Where previews are. What comes below it is a secret: it goes to no log and to no other site. */
export const previewFolder = '/__preview/';

/** The address that is sent to somebody. */
export function previewAddress({ url }: SiteSettings, token: string): string {
  return `${url}${previewFolder}${token}`;
}

/**
 * What preview links lead to, to be mounted at `previewFolder`. No cookie counts here: who has the address sees the
 * document. A link that shows nothing is answered in one way, whatever the reason.
 */
export function previewPages(site: PublicSite, links: PreviewLinkService): RequestHandler {
  const answerTo = async (method: string, token: string): Promise<SiteResponse> => {
    if (method !== 'GET' && method !== 'HEAD') return site.refusePreview('method_not_allowed');
    const document = await links.open(token);
    return document ? site.preview(document) : site.refusePreview('preview_invalid');
  };
  return async ({ method, path }, response) => {
    sendPage(response, method, await answerTo(method, path.slice(1)));
  };
}
