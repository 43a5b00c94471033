export {
  RenderedBodies,
  type DependencyRecorder,
  type RenderableDocument,
  type RenderedBodiesParts,
} from './pages/rendered-bodies.ts';
export {
  renderMarkdown,
  type MarkdownOptions,
  type RenderedMarkdown,
} from './markdown/render-markdown.ts';
export { CodeHighlighter } from './markdown/code-highlighter.ts';
export { tableOfContents, type ContentsEntry, type Heading } from './markdown/headings.ts';
export type { TextLink } from './markdown/links.ts';
export { buildLimits, MarkdownThread } from './markdown/markdown-thread.ts';
export {
  noFilters,
  pageFilterNames,
  type BlockCall,
  type FilterContext,
  type PageFilterName,
  type PageFilters,
} from './filters/page-filters.ts';
export { buildProblems, siteProblems, themeInstallProblems } from './problems.ts';
export { PublicSite, type PublicSiteParts, type SitePreview } from './public-site.ts';
export { dataResponse, type SiteRequest, type SiteResponse } from './site-response.ts';
export {
  listThemes,
  loadTheme,
  readTheme,
  type InstalledTheme,
  type ThemeChoice,
} from './theme/load-theme.ts';
export type { ThemeAsset } from './theme/theme-assets.ts';
export type { ThemeManifest } from './theme/theme-manifest.ts';
export { LiveTheme, type LiveThemeOptions } from './theme/live-theme.ts';
export type { DownloadReach } from './theme/download-archive.ts';
export { ThemeRenderError } from './theme/template-place.ts';
export { recoverThemes } from './theme/theme-folders.ts';
export {
  ThemeService,
  type InstallTheme,
  type ListedTheme,
  type ThemeServiceOptions,
} from './theme/theme-service.ts';
export type { ThemeSetting, ThemeSettingValue } from './theme/theme-settings.ts';
export { requiredLayouts, Theme, type FoundAsset } from './theme/theme.ts';
export { PublishedAnswers, type PublishedAnswersOptions } from './cache/published-answers.ts';
export { StaticFallback } from './cache/static-fallback.ts';
export { PreparedAnswer } from './cache/prepared-answer.ts';
export { tagOf } from './dependencies/tags.ts';
export {
  buildSite,
  type BuildPlan,
  type BuildProgress,
  type BuildReport,
} from './build/build-site.ts';
export { checkLinks, type LinksToCheck } from './build/check-links.ts';
export { describeFinding, type Finding } from './build/finding.ts';
export { splitIntoBatches } from './build/in-orders.ts';
export { renderHere } from './build/in-process-renderer.ts';
export { LinkChecker } from './build/link-checker.ts';
export { isOutputCurrent } from './build/is-output-current.ts';
export { mediaStamp } from './build/media-outputs.ts';
export { PageBuilder, type Built, type BuildTask } from './build/page-builder.ts';
export { addSiteAddresses, TaskList } from './build/site-addresses.ts';
export { type ThemeParts } from './theme/theme.ts';
export {
  BuildRepository,
  type Build,
  type BuildLogLine,
  type BuildReason,
} from './build/build-repository.ts';
