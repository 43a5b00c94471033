import type { PreviewLinkService, PreviewService } from '@galley/content';
import type { contract } from '@galley/contract';
import type { Module } from '@galley/http';
import { kernelProblems } from '@galley/kernel';
import type { SiteSettings } from '@galley/settings';
import type { PublicSite } from '@galley/site';
import { presentPreviewLink } from './present-preview-link.ts';
import { previewAddress } from './preview-pages.ts';

export interface PreviewServices {
  readonly previews: PreviewService;
  readonly previewLinks: PreviewLinkService;
  readonly site: PublicSite;
  readonly settings: () => SiteSettings;
}

export function previewsHandlers({
  previews,
  previewLinks,
  site,
  settings,
}: PreviewServices): Pick<
  Module<typeof contract.documents>,
  'preview' | 'previewLink' | 'previewLinks' | 'revokePreviewLink'
> {
  return {
    preview: async ({ actor, body }) => {
      const { document, problem } = await previews.preview(actor, body);
      const { status, body: html, htmlBody } = await site.preview(document);
      if (status !== 200) throw themeFailed();
      const { title, url } = document;
      return { html: String(html), html_body: htmlBody, title, url, problem };
    },

    previewLink: async ({ actor, body, note }) => {
      const { expires_in_hours: expiresInHours, ...document } = body;
      const link = await previewLinks.issue(actor, { ...document, expiresInHours });
      const { id, token } = link;
      const expires_at = link.expiresAt.toISOString();
      note({ details: { id, expires_at, ...(body.hash !== undefined && { hash: body.hash }) } });
      return { id, url: previewAddress(settings(), token), expires_at };
    },

    previewLinks: async ({ actor, query: { path } }) =>
      (await previewLinks.list(actor, path)).map(presentPreviewLink),

    revokePreviewLink: async ({ actor, body: { id }, note }) => {
      note({ details: { path: await previewLinks.revoke(actor, id) } });
      return { ok: true };
    },
  };
}

function themeFailed(): Error {
  return kernelProblems.unavailable(
    'The theme cannot render this page. The server log names the line that failed.',
  );
}
