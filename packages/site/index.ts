export { RenderedBodies, type RenderableDocument } from './pages/rendered-bodies.ts';
export { includedBlocks } from './markdown/included-blocks.ts';
export { renderMarkdown } from './markdown/render-markdown.ts';
export { encodeAddress, resolveContentPath } from './markdown/public-address.ts';
export {
  profilePictureAddress,
  profilePictureFolder,
  readProfilePictureAddress,
} from './pages/profile-pictures.ts';
export { homePath } from './languages.ts';
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
export { buildProblems } from './problems.ts';
export { PublicSite } from './public-site.ts';
export type { GuestCommentsState } from './guest-comments.ts';
export { formsFolder, type FormState } from './forms/form-view.ts';
export { dataResponse, type SiteRequest, type SiteResponse } from './site-response.ts';
export { listThemes, loadTheme } from './theme/load-theme.ts';
export { LiveTheme } from './theme/live-theme.ts';
export { themeFolders } from './theme/theme-folders.ts';
export { siteTemplatesFolder } from './theme/site-layer.ts';
export { listHiddenStaticFiles } from './build/site-addresses.ts';
export { readStaticFiles, staticFolder, type StaticFiles } from './static/read-static-files.ts';
export { ThemeService, type ListedTheme } from './theme/theme-service.ts';
export { Theme } from './theme/theme.ts';
export { renderObjectReference } from './theme/check/object-reference.ts';
export { checkTheme, type ThemeFinding } from './theme/check/check-theme.ts';
export { createTheme, installArchive, packTheme, type PackedTheme } from './theme/theme-packs.ts';
export { PublishedAnswers } from './cache/published-answers.ts';
export { StaticFallback } from './cache/static-fallback.ts';
export { PreparedAnswer } from './cache/prepared-answer.ts';
export { tagOf } from './dependencies/tags.ts';
export {
  buildSite,
  type BuildPlan,
  type BuildProgress,
  type BuildReport,
} from './build/build-site.ts';
export {
  findBrokenLinks,
  findMissingAltTexts,
  findSchemaFaults,
  type CheckedTree,
  type ContentFault,
} from './checks/content-checks.ts';
export { findPageFaults, type PreviewedDocument } from './checks/page-faults.ts';
export { checkLinks } from './build/check-links.ts';
export { checkRedirects } from './build/check-redirects.ts';
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
export { formRefusals, notFound, tooManyRequests, type Refusal } from './pages/error-page.ts';
