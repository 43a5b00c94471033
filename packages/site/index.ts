export { RenderedBodies, type RenderableDocument } from './pages/rendered-bodies.ts';
export {
  renderMarkdown,
  type MarkdownOptions,
  type RenderedMarkdown,
} from './markdown/render-markdown.ts';
export type { Heading } from './markdown/html-renderer.ts';
export { siteProblems } from './problems.ts';
export { PublicSite, type PublicSiteParts, type SitePreview } from './public-site.ts';
export type { SiteRequest, SiteResponse } from './site-response.ts';
export {
  listThemes,
  loadTheme,
  readTheme,
  type InstalledTheme,
  type ThemeChoice,
} from './theme/load-theme.ts';
export type { ThemeAsset } from './theme/theme-files.ts';
export type { ThemeManifest } from './theme/theme-manifest.ts';
export { requiredLayouts, Theme, ThemeRenderError } from './theme/theme.ts';
