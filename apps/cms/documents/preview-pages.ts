import type { RequestHandler } from 'express';
import type { PreviewLinkService } from '@galley/content';
import type { SiteSettings } from '@galley/settings';
import type { PublicSite, SiteResponse } from '@galley/site';
import { sendPage } from '../site/send-page.ts';

/** The rest of the address is a secret: it must not reach logs or other sites. */
export const previewFolder = '/__preview/';

export function previewAddress({ url }: SiteSettings, token: string): string {
  return `${url}${previewFolder}${token}`;
}

/** Ignores cookies. All invalid links get the same answer, so that it reveals nothing. */
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
